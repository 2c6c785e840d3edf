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
        const value = condition.evaluate(variables, run)
        if (value !== null && typeof value !== 'boolean') return run.fail(`${what}: "if" is neither true nor false`)
        return (value === true ? then : otherwise).evaluate(variables, run)
      },
    }
  },
}
