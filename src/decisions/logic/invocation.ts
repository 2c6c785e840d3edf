import { FeelFunction } from '../../feel/index.ts'
import { childOf, childrenOf, nameOf } from '../source/dmn-element.ts'
import type { LogicKind } from './logic.ts'

/** `<invocation>`: calls a function with named arguments. */
export const invocation: LogicKind = {
  names: ['invocation'],
  compile(element, place, compiler) {
    const what = `the invocation of "${place.owner.name}"`
    const callee = compiler.inside(element, place, what)
    const bindings = childrenOf(element, 'binding').map((binding, index) => {
      const name = nameOf(childOf(binding, 'parameter'))
      if (name === undefined) place.scope.refuse(binding, `binding ${index + 1} of ${what} names no parameter`)
      return { name: name ?? '', logic: compiler.inside(binding, place, `the binding "${name}" of ${what}`) }
    })
    return {
      evaluate(variables, run) {
        const target = callee.evaluate(variables, run)
        if (!(target instanceof FeelFunction)) return run.fail(`${what} calls something that is not a function`)
        const values = new Map(bindings.map(({ name, logic }) => [name, logic.evaluate(variables, run)]))
        const unknown = [...values.keys()].find((name) => !target.parameters.includes(name))
        if (unknown !== undefined) return run.fail(`${what}: the function has no parameter "${unknown}"`)
        return target.call(
          target.parameters.map((name) => values.get(name) ?? null),
          run,
        )
      },
    }
  },
}
