import type { Logic, LogicKind } from './logic.ts'

/** `<conditional>`: `if`, `then` and `else`. */
export const conditional: LogicKind = {
  names: ['conditional'],
  compile(element, place, compiler) {
    const what = `the conditional of "${place.owner.name}"`
    const [condition, then, otherwise] = ['if', 'then', 'else'].map((part) =>
      compiler.inside(element, place, what, part),
    ) as [Logic, Logic, Logic]
    return {
      evaluate(variables, run) {
        run.charge(1)
        return (condition.evaluate(variables, run) === true ? then : otherwise).evaluate(variables, run)
      },
    }
  },
}
