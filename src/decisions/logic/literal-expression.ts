import { childOf } from '../source/dmn-element.ts'
import { type LogicKind, refusedLogic } from './logic.ts'

/** `<literalExpression>`: a FEEL expression. */
export const literalExpression: LogicKind = {
  names: ['literalExpression'],
  compile(element, { scope, owner }) {
    const what = `the expression of "${owner.name}"`
    if (childOf(element, 'importedValues') !== undefined) {
      scope.refuse(element, `${what}: imported values are not supported; write the expression here`)
      return refusedLogic
    }
    const text = scope.requiredText(element, what)
    const compiled = text === undefined ? undefined : scope.expression(element, text, what)
    if (compiled === undefined) return refusedLogic
    return { evaluate: (variables, run) => compiled.evaluate(variables, run).value }
  },
}
