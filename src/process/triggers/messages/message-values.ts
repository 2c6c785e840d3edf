import { checkContext, contextError } from '../../definition/index.ts'
import { declaredAt, type Program, type ProgramNode, type Variables } from '../../engine/index.ts'

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
