import { builtins, builtinValue } from '../builtins/index.ts'
import type { Node } from '../syntax/ast.ts'
import { type FeelValue, isContext } from '../values/value.ts'
import type { Compiler, Levels, ReferencePath } from './compiler.ts'
import { type Evaluate, type Frame, frameAbove } from './frame.ts'

/** Compiles the reading of a name. Entries of filtered items can hide outer names, which is known only at run time. */
export function compileName(node: Node & { is: 'name' }, levels: Levels | undefined, compiler: Compiler): Evaluate {
  const { name, isBuiltin } = node
  return resolve(name, isBuiltin, levels, 0, compiler)
}

function resolve(
  name: string,
  isBuiltin: boolean,
  levels: Levels | undefined,
  distance: number,
  compiler: Compiler,
): Evaluate {
  if (levels === undefined) return isBuiltin ? readBuiltin(name, compiler) : readVariable(name, compiler)
  const { level, outer } = levels
  if (level.is === 'variable' && level.name === name) {
    level.onRead?.()
    return distance === 0 ? (frame) => frame.value : (frame) => frameAbove(frame, distance).value
  }
  if (level.is === 'context' && level.keys.has(name)) {
    return (frame) => entryOf(frameAbove(frame, distance), name) ?? null
  }
  if (level.is === 'item' && name === 'item') {
    return (frame) => {
      const item = frameAbove(frame, distance)
      return entryOf(item, name) ?? item.value
    }
  }
  const outside = resolve(name, isBuiltin, outer, distance + 1, compiler)
  if (level.is !== 'item') return outside
  compiler.addWeight(distance + 1)
  if (level.origin !== undefined) compiler.addReference([...level.origin, name])
  return (frame) => entryOf(frameAbove(frame, distance), name) ?? outside(frame)
}

function entryOf({ value }: Frame, name: string): FeelValue | undefined {
  return isContext(value) ? value.get(name) : undefined
}

function readVariable(name: string, compiler: Compiler): Evaluate {
  compiler.addReference([name])
  return ({ variables, run }) => variables.get(name) ?? (variables.get(name) === null ? null : missing(name, run))
}

function missing(name: string, run: Frame['run']): null {
  return run.warn(`"${name.slice(0, 100)}" has no value`)
}

/** Returns a built-in function by name. A variable of the caller hides a function of the same name. */
function readBuiltin(name: string, compiler: Compiler): Evaluate {
  compiler.builtinsRead.add(name)
  const value = builtinValue(builtins.get(name)!)
  return ({ variables }) => {
    const variable = variables.get(name)
    return variable === undefined ? value : variable
  }
}

/** Returns the path that a part of the expression reads from the variables; undefined for values of another origin. */
export function pathOf(node: Node, levels: Levels | undefined): ReferencePath | undefined {
  if (node.is === 'filter') return pathOf(node.list, levels)
  if (node.is === 'path') {
    const base = pathOf(node.base, levels)
    return base && [...base, node.key]
  }
  return node.is === 'name' && !node.isBuiltin ? originOf(node.name, levels) : undefined
}

function originOf(name: string, levels: Levels | undefined): ReferencePath | undefined {
  if (levels === undefined) return [name]
  const { level, outer } = levels
  if (level.is === 'variable' && level.name === name) return level.origin
  if (level.is === 'context' && level.keys.has(name)) return undefined
  if (level.is === 'item' && name === 'item') return level.origin
  return originOf(name, outer)
}
