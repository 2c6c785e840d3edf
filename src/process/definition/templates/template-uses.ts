import { splitNamespace } from '../../../foundation/kit/codes.ts'
import type { PerformerDefinition, Program } from '../../engine/index.ts'

/** A reference of a program to something outside the process. */
export interface TemplateUse {
  readonly to: 'process' | 'decision' | 'group' | 'application' | 'calendar' | 'module'
  /** Path, such as `docs.approve`. */
  readonly path: string
  /** Id of the BPMN element with the reference; absent for variables of the process. */
  readonly element?: string
  /** Version of a called process or decision; absent if the reference names no version. */
  readonly version?: number
}

/** Returns the references of a program: first those of its variables, then of its lanes, then of its nodes. */
export function usesOfProgram(program: Program): TemplateUse[] {
  const uses: TemplateUse[] = []
  for (const variable of program.scopes.flatMap(({ variables }) => variables)) {
    if (variable.type === 'element' && variable.of !== undefined) uses.push({ to: 'application', path: variable.of })
  }
  for (const lane of program.lanes) uses.push(...groupsOf(lane.performers, lane.id))
  for (const { id, kind, settings, event } of program.nodes) {
    const calendar = event?.type === 'timer' ? event.calendar : kind === 'userTask' ? settings.calendar : undefined
    if (typeof calendar === 'string' && calendar.includes('.'))
      uses.push({ to: 'calendar', path: calendar, element: id })
    if (event?.type === 'elementEvent') uses.push({ to: 'application', path: event.app, element: id })
    const bound = typeof settings.version === 'number' ? { version: settings.version } : {}
    if (kind === 'callActivity') uses.push({ to: 'process', path: String(settings.process), element: id, ...bound })
    if (kind === 'businessRuleTask') uses.push({ to: 'decision', path: String(settings.path), element: id, ...bound })
    const app = kind === 'serviceTask' ? applicationOf(settings) : undefined
    if (app !== undefined) uses.push({ to: 'application', path: app, element: id })
    const activity = moduleActivityOf(settings)
    if (activity !== undefined) {
      // The code of a module is also its namespace.
      const module = splitNamespace(activity).section
      uses.push({ to: 'module', path: `${module}.${module}`, element: id })
    }
    if (kind === 'userTask') uses.push(...groupsOf(settings.performers as readonly PerformerDefinition[], id))
  }
  return uses
}

function groupsOf(performers: readonly PerformerDefinition[], element: string): TemplateUse[] {
  return performers.flatMap(({ type, value }) =>
    (type === 'group' || type === 'role') && value?.includes('.')
      ? [{ to: 'group' as const, path: value.toLowerCase(), element }]
      : [],
  )
}

/** Returns the path of the module's activity that a delegated activity names; undefined for all others. */
export function moduleActivityOf({ action, parameters }: Readonly<Record<string, unknown>>): string | undefined {
  if (action !== 'delegated') return undefined
  const given = parameters as readonly { readonly name: string; readonly value: { readonly text?: string } }[]
  return given.find(({ name }) => name === 'activity')?.value.text
}

/** Returns the application that an action on elements names; undefined for other actions and for expressions. */
function applicationOf({ action, parameters }: Readonly<Record<string, unknown>>): string | undefined {
  if (!String(action).startsWith('element.')) return undefined
  const given = parameters as readonly { readonly name: string; readonly value: { readonly text?: string } }[]
  return given.find(({ name }) => name === 'app')?.value.text
}
