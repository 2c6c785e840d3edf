import { systemFieldCodes } from '../../../data/index.ts'
import { compileFeel } from '../../../feel/index.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { ModelProblem } from '../../../foundation/kit/xml/model-problems.ts'
import type { CompiledTemplate } from './compile-template.ts'
import type { KnownApplication, KnownDefinitions } from './known-definitions.ts'
import type { TemplateSettings } from './template-settings.ts'

/**
 * Returns a problem for each condition of an element event that does not fit the fields of its application. A
 * condition on an application that does not exist yet is not checked.
 */
export function conditionProblems(
  templates: readonly CompiledTemplate[],
  known: Pick<KnownDefinitions, 'application'>,
): ModelProblem[] {
  return templates.flatMap(({ program }) =>
    program.nodes.flatMap(({ id, event }) => {
      if (event?.type !== 'elementEvent' || event.condition === undefined) return []
      const application = known.application(event.app)
      const message = application && conditionProblem(program.expressions[event.condition]!, application)
      return message === undefined
        ? []
        : [{ elementId: id, message: `condition of chancery:elementEvent on ${event.app}: ${message}` }]
    }),
  )
}

/** Returns why a condition cannot run for the elements of an application; undefined when it can. */
function conditionProblem(condition: string, { fields }: KnownApplication): string | undefined {
  const values = Object.fromEntries([...fields, ...systemFieldCodes].map((code) => [code, 'Any'] as const))
  // Mistakes that do not depend on the application were found when the file was compiled.
  const [known, found] = [new Set<string>(), new Set<string>()]
  try {
    compileFeel(condition, { onMistake: (message) => known.add(message) })
    compileFeel(condition, {
      names: { ...values, before: { context: values }, changed: 'Any' },
      onMistake: (message) => found.add(message),
    })
    return [...found.difference(known)][0]
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Returns a problem for each status in `startOn` that the application does not have, with the place in the settings.
 */
export function statusProblems(
  { startOn = [] }: TemplateSettings,
  known: Pick<KnownDefinitions, 'application'>,
): { readonly at: readonly (string | number)[]; readonly message: string }[] {
  return startOn.flatMap(({ application, status }, index) => {
    const statuses = known.application(application)?.statuses
    if (status === undefined || statuses === undefined || statuses.includes(status)) return []
    const message = `there is no status "${status}" in ${application}${didYouMean(status, statuses)}`
    return [{ at: ['startOn', index, 'status'], message }]
  })
}
