export {
  type CompiledExpression,
  type CompiledTests,
  type CompileOptions,
  compileFeel,
  compileUnaryTests,
  type Evaluation,
  newScope,
} from './compile-feel.ts'
export type { ReferencePath } from './evaluation/compiler.ts'
export type { Variables } from './evaluation/frame.ts'
export { isFeel } from './is-feel.ts'
export { fromJson, JsonVariables, toJson, withOffset } from './json.ts'
export { type EvaluationOptions, Run } from './run.ts'
export { foreignExpression } from './syntax/foreign.ts'
export { Scope } from './syntax/scope.ts'
export { decimalOf } from './values/decimal.ts'
export { showScalar } from './values/text.ts'
export type { FeelType } from './values/types.ts'
export { FeelFunction, type FeelValue, kindOf } from './values/value.ts'
