import { splitNamespace } from '../../../foundation/kit/codes.ts'
import { type ElementUse, type PerformerDefinition, type Program, traitsOf } from '../../engine/index.ts'

/** A reference of a program to something outside the process. */
export interface TemplateUse extends Omit<ElementUse, 'to'> {
  readonly to: ElementUse['to'] | 'group' | 'calendar' | 'module'
  /** Id of the BPMN element with the reference; absent for variables of the process. */
  readonly element?: string
}

/** Returns the references of a program: first those of its variables, then of its lanes, then of its nodes. */
export function usesOfProgram(program: Program): TemplateUse[] {
  const uses: TemplateUse[] = []
  for (const variable of program.scopes.flatMap(({ variables }) => variables)) {
    if (variable.type === 'element' && variable.of !== undefined) uses.push({ to: 'application', path: variable.of })
  }
  for (const lane of program.lanes) uses.push(...groupsOf(lane.performers, lane.id))
  for (const node of program.nodes) {
    const { id, settings, event } = node
    const traits = traitsOf(node)
    const calendar = event?.type === 'timer' ? event.calendar : traits.opensTasks ? settings.calendar : undefined
    if (typeof calendar === 'string' && calendar.includes('.'))
      uses.push({ to: 'calendar', path: calendar, element: id })
    if (event?.type === 'elementEvent') uses.push({ to: 'application', path: event.app, element: id })
    uses.push(...(traits.uses?.(node) ?? []).map((use) => ({ ...use, element: id })))
    const activity = moduleActivityOf(settings)
    if (activity !== undefined) {
      // The code of a module is also its namespace.
      const module = splitNamespace(activity).section
      uses.push({ to: 'module', path: `${module}.${module}`, element: id })
    }
    if (traits.opensTasks) uses.push(...groupsOf(settings.performers as readonly PerformerDefinition[], id))
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
