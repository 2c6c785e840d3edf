import type { FeelValue } from '../../feel/index.ts'
import { childOf, childrenOf, nameOf } from '../source/dmn-element.ts'
import { coerce, LocalVariables, type LogicKind, readable } from './logic.ts'

/**
 * `<context>`: named entries; each entry can read the entries before it. A last entry without a variable is the result.
 * Without such an entry, the result is the context itself.
 */
export const boxedContext: LogicKind = {
  names: ['context'],
  compile(element, { scope, owner }, compiler) {
    const inner = scope.within({})
    const entries = childrenOf(element, 'contextEntry').map((entry, index, all) => {
      const variable = childOf(entry, 'variable')
      const name = nameOf(variable)
      const what = name === undefined ? 'the last entry of the context' : `the entry "${name}" of the context`
      const logic = compiler.inside(entry, { scope: inner, owner }, what)
      const type = inner.types.of(variable)
      if (name !== undefined) inner.declare(name, readable(type.feel))
      else if (index < all.length - 1) {
        inner.refuse(entry, `entry ${index + 1} of the context has no name; only the last entry may have none`)
      }
      return { name, logic, type, what: `"${owner.name}", ${what}` }
    })
    return {
      evaluate(variables, run) {
        const values = new Map<string, FeelValue>()
        const local = new LocalVariables(variables, values)
        for (const { name, logic, type, what } of entries) {
          run.charge(1)
          const value = coerce(logic.evaluate(local, run), type, run, what)
          if (name === undefined) return value
          values.set(name, value)
        }
        return values
      },
    }
  },
}
