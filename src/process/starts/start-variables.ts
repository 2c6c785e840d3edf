import type { Program } from '../model/index.ts'

/**
 * Returns the variable that holds the element that a process is started for: the one that the start event names, else
 * the first variable for elements of this application that is no list. Undefined when there is none.
 */
export function elementVariable(program: Program, app: string, at: string | null): string | undefined {
  const start = at === null ? undefined : program.nodes.find(({ id }) => id === at)
  const named = start?.event?.type === 'elementEvent' ? start.event.variable : undefined
  const { variables } = program.scopes[0]!
  const fitting = variables.find(
    ({ type, of, isArray }) => type === 'element' && isArray !== true && of?.toLowerCase() === app.toLowerCase(),
  )
  return named ?? fitting?.name
}
