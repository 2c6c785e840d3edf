import { readProcessContext } from '../context/index.ts'
import type { Variables } from '../engine/index.ts'
import type { Program } from '../model/index.ts'

/**
 * Checks the content of a message or signal from outside that an event writes to variables as it is. Events with output
 * mappings select and convert what they write. Throws `context.invalid` with one problem for each wrong value.
 */
export function checkContent(program: Program, element: string, content: Variables): void {
  if (Object.keys(content).length === 0) return
  const node = program.nodes.find(({ id }) => id === element)
  if (node === undefined || node.outputs.length > 0) return
  readProcessContext(ofAllScopes(program), content, { at: 'complete' })
}

const known = new WeakMap<Program, Program>()

/** Returns the program with the variables of its sub-processes as variables of the process. */
function ofAllScopes(program: Program): Program {
  const [process] = program.scopes
  const variables = program.scopes.flatMap((scope) => scope.variables)
  const found = known.get(program) ?? { ...program, scopes: [{ ...process!, variables }] }
  known.set(program, found)
  return found
}
