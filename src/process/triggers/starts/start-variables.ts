import type { Program, Variables } from '../../engine/index.ts'

/**
 * Returns the variable that holds the element of a start: the variable that the start event names, or else the first
 * single-valued variable for elements of this application. Undefined when there is none.
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

/**
 * Returns the values that an automatic start takes: the values of the variables that the message start event `at`
 * names, or else of the variables that the process declares. Returns all values if neither names any variable.
 */
export function declaredVariables({ scopes, nodes }: Program, values: Variables, at: string | null): Variables {
  const event = at === null ? undefined : nodes.find(({ id }) => id === at)?.event
  const taken = event?.type === 'message' ? event.variables : undefined
  if (taken === undefined && scopes.every(({ variables }) => variables.length === 0)) return values
  const names = taken ?? scopes[0]!.variables.map(({ name }) => name)
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}
