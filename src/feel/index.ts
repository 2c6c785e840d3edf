export {
  type CompiledExpression,
  type CompiledTests,
  type CompileOptions,
  compileFeel,
  compileUnaryTests,
  isFeel,
  newScope,
} from './compile-feel.ts'
export { limitExceeded } from './errors.ts'
export type { Variables } from './evaluation/frame.ts'
export { type Iteration, iterationOf } from './evaluation/iteration.ts'
export { fromJson, JsonVariables, toJson, withOffset } from './json.ts'
export { type EvaluationOptions, Run } from './run.ts'

export { Scope } from './syntax/scope.ts'
export { equals } from './values/compare.ts'
export { convert } from './values/conforms.ts'
export { decimalOf } from './values/decimal.ts'
export { isIn } from './values/membership.ts'
export { showScalar, showValue } from './values/text.ts'
export { type FeelType, itemType } from './values/types.ts'
export { FeelFunction, type FeelValue, isContext, isList, kindOf } from './values/value.ts'
