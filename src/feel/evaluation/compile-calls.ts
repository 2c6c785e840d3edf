import { didYouMean } from '../../foundation/kit/nearest.ts'
import { builtins, callBuiltin, positionsOf, type Signature, showSignature, takesCount } from '../builtins/index.ts'
import type { Run } from '../run.ts'
import type { Node } from '../syntax/ast.ts'
import { convert } from '../values/conforms.ts'
import { FeelFunction, type FeelValue } from '../values/value.ts'
import { type Compiler, type Levels, RefusedPart, within } from './compiler.ts'
import { childFrame, type Evaluate, type Frame } from './frame.ts'

type Call = Node & { is: 'call' }

/** Compiles a call of a built-in function, or of a function value. */
export function compileCall(node: Call, levels: Levels | undefined, compiler: Compiler): Evaluate {
  const args = node.args.map((arg) => compiler.compile(arg, levels))
  const { callee } = node
  const forms = callee.is === 'name' ? builtins.get(callee.name) : undefined
  const builtin = forms && bindBuiltin(node, forms, args)
  if (forms !== undefined && callee.is === 'name' && callee.isBuiltin) {
    return builtin ?? compiler.mistake(wrongCall(node, forms))
  }
  const target = compiler.compile(callee, levels)
  const { names } = node
  return (frame) => {
    const value = target(frame)
    if (value instanceof FeelFunction) return callFunction(value, names, evaluateAll(args, frame), frame.run)
    return builtin ? builtin(frame) : frame.run.warn('the called value is not a function')
  }
}

const evaluateAll = (args: readonly Evaluate[], frame: Frame): FeelValue[] => args.map((arg) => arg(frame))

/**
 * Returns a call that tries the forms of a built-in function that take this number of arguments, or arguments with
 * these names; undefined if no form does.
 */
function bindBuiltin(node: Call, forms: readonly Signature[], args: readonly Evaluate[]): Evaluate | undefined {
  const { names } = node
  if (names === undefined) {
    const fitting = forms.filter((form) => takesCount(form, args.length))
    if (fitting.length === 0) return undefined
    return (frame) => callBuiltin(fitting, evaluateAll(args, frame), frame.run)
  }
  const bound = forms.flatMap((form) => {
    const positions = positionsOf(form, names)
    return positions === undefined ? [] : [{ form: [form], positions, count: form.parameters.length }]
  })
  if (bound.length === 0) return undefined
  return (frame) => {
    const given = evaluateAll(args, frame)
    for (const [index, { form, positions, count }] of bound.entries()) {
      const values = new Array<FeelValue>(count).fill(null)
      for (const [argument, position] of positions.entries()) values[position] = given[argument]!
      const warnings = frame.run.warnings.length
      const result = callBuiltin(form, values, frame.run)
      if (result !== null || index === bound.length - 1) return result
      frame.run.warnings.length = warnings
    }
    return null
  }
}

function wrongCall(node: Call, forms: readonly Signature[]): RefusedPart {
  const parameters = forms.flatMap((form) => form.parameters.map(({ name }) => name))
  const wrong = node.names?.find((name) => !parameters.includes(name))
  if (wrong !== undefined) {
    return new RefusedPart(`${forms[0]!.name}() has no parameter "${wrong}"`, node.at, didYouMean(wrong, parameters))
  }
  const usage = `; write ${[...new Set(forms.map(showSignature))].join(' or ')}`
  return new RefusedPart(`${forms[0]!.name}() does not take ${node.args.length} arguments like these`, node.at, usage)
}

/** Calls a function value with arguments by position or by name. */
function callFunction(
  target: FeelFunction,
  names: readonly string[] | undefined,
  values: readonly FeelValue[],
  run: Run,
): FeelValue {
  if (names === undefined) return target.call(values, run)
  const ordered = target.parameters.map((name) => values[names.indexOf(name)])
  if (values.length !== ordered.length || ordered.includes(undefined)) {
    return run.warn(`the function takes (${target.parameters.join(', ')})`)
  }
  return target.call(ordered as FeelValue[], run)
}

/** Compiles `function(a, b) …`. The function sees the names around its definition. */
export function compileFunction(
  node: Node & { is: 'function' },
  levels: Levels | undefined,
  compiler: Compiler,
): Evaluate {
  const { parameters } = node
  const inner = parameters.reduce<Levels | undefined>(
    (outer, { name }) => within(outer, { is: 'variable', name, origin: undefined }),
    levels,
  )
  const { evaluate, weight, depth } = compiler.compileBody(node.body, inner)
  const names = parameters.map(({ name }) => name)
  const types = parameters.map(({ type }) => type)
  return (frame) =>
    new FeelFunction(names, types, (values, run) => {
      run.charge(weight + values.length + 1)
      if (values.length !== names.length) return run.warn(`the function takes (${names.join(', ')})`)
      let local = frame
      for (const [index, value] of values.entries()) {
        const converted = convert(value, types[index]!)
        if (converted === undefined) return run.warn(`the argument "${names[index]}" has the wrong type`)
        local = childFrame(local, converted)
      }
      return run.call(depth + 2, () => evaluate(local))
    })
}
