import type { Effect, Environment, State } from '../../engine/index.ts'
import type { Instance } from '../instance.ts'

const maxNameChars = 500

/**
 * Returns the name of an instance after an advance. The template's name expression is evaluated for a new instance
 * and after changes of variables of the instance. If it gives no text, the name stays, and a new instance gets the
 * name of the process, or else the code of the template. The time zone of the expression is that of the process or, if
 * the process has none, that of the installation.
 */
export function nameOf(
  { facts, version }: Pick<Instance, 'facts' | 'version'>,
  { variables }: State,
  effects: readonly Effect[],
  { now, timeZone = 'UTC' }: Pick<Environment, 'now' | 'timeZone'>,
): string {
  const { program, expressions } = version.loaded
  const hasChanged = effects.some((effect) => effect.type === 'variablesChanged' && effect.holder === 'instance')
  if (facts.name !== '' && !hasChanged) return facts.name
  const expression = program.instanceName === undefined ? undefined : expressions[program.instanceName]
  const fallback = facts.name === '' ? (program.name ?? version.code) : facts.name
  if (expression === undefined) return fallback.slice(0, maxNameChars)
  try {
    const read = Object.fromEntries(expression.references.map((name) => [name, variables[name] ?? null]))
    const value = expression.evaluate(read, { nowMs: now.getTime(), timeZone: program.timeZone ?? timeZone })
    const text = typeof value === 'string' ? value.trim() : ''
    return (text === '' ? fallback : text).slice(0, maxNameChars)
  } catch {
    return fallback
  }
}
