import { untypedVariable } from '../../../values/index.ts'
import type { LoopDefinition, Program, VariableDefinition } from './program.ts'

/** Variables of a multi-instance or standard loop that the engine sets. */
export const loopVariables = ['loopCounter', 'nrOfInstances', 'nrOfActiveInstances', 'nrOfCompletedInstances']

/** Returns a variable of unknown type. */
export const untyped = (name: string): VariableDefinition => ({ name, type: untypedVariable })

/** Returns the names of the loop variables that are visible inside the activity of a loop. */
function namesOfLoop(loop: LoopDefinition): readonly string[] {
  const own = loop.type === 'standard' ? [] : [loop.item, loop.index, loop.result]
  return [...loopVariables, ...own.filter((name) => name !== undefined)]
}

/**
 * Returns the variables that a process declares anywhere, and the names that its elements write. Stored expressions are
 * compiled with these names, so that a variable hides a built-in function of the same name.
 */
export function knownVariables({ scopes, nodes }: Program): readonly VariableDefinition[] {
  const written = nodes.flatMap(({ loop, outputs, settings }) => [
    ...(loop === undefined ? [] : namesOfLoop(loop)),
    ...(loop !== undefined && loop.type !== 'standard' && loop.output !== undefined ? [loop.output] : []),
    ...outputs.map(({ name }) => name),
    ...(typeof settings.result === 'string' ? [settings.result] : []),
  ])
  const declared = scopes.flatMap(({ variables }) => variables)
  const others = new Set(written).difference(new Set(declared.map(({ name }) => name)))
  return [...declared, ...[...others].map(untyped)]
}
