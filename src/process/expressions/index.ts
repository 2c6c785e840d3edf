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
export { fromJson, JsonVariables, toJson } from './json.ts'
export { type EvaluationOptions, Run } from './run.ts'
export { foreignExpression } from './syntax/foreign.ts'
export { Scope } from './syntax/scope.ts'
export type { FeelType } from './values/types.ts'
export type { FeelValue } from './values/value.ts'
