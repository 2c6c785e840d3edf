import { checkContext, contextError } from '../context/index.ts'
import type { Variables } from '../engine/index.ts'
import type { Program, ProgramNode } from '../model/index.ts'

/**
 * Returns the variables that the values of a message or signal may have at an event: those that the scopes around the
 * event declare, or of these those that the message event names. Undefined when any name is allowed: the process
 * declares no variables, or the outputs of the element or of its loop say what is written.
 */
function declaredAt({ scopes }: Program, { scope, outputs, loop, event }: ProgramNode) {
  const taken = event?.type === 'message' ? event.variables : undefined
  const collects = loop !== undefined && loop.type !== 'standard' && loop.outputItem !== undefined
  if (outputs.length > 0 || collects || scopes.every(({ variables }) => variables.length === 0)) return undefined
  const declared = []
  for (let at: number | undefined = scope; at !== undefined; at = scopes[at]!.parent)
    declared.push(...scopes[at]!.variables)
  return taken === undefined ? declared : declared.filter(({ name }) => taken.includes(name))
}

/** Finds an element of a program by its id. */
export const nodeOf = ({ nodes }: Program, element: string): ProgramNode | undefined =>
  nodes.find(({ id }) => id === element)

/** Checks the values of a message for an event and returns them in their stored form. Throws `context.invalid`. */
export function readMessageValues(program: Program, node: ProgramNode, given: Variables): Variables {
  const variables = declaredAt(program, node)
  if (variables === undefined) return given
  const around = { ...program, scopes: [{ ...program.scopes[0]!, variables }] }
  const checked = checkContext(around, given, { at: 'complete' })
  if ('problems' in checked) throw contextError(checked.problems)
  return checked.values as Variables
}

/**
 * Returns the values that an event takes from a message or signal of a process, or from a signal: the declared ones.
 */
export function takenValues(program: Program, node: ProgramNode, given: Variables): Variables {
  const names = declaredAt(program, node)?.map(({ name }) => name)
  if (names === undefined) return given
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)))
}
