export type { ModdleElement } from 'bpmn-moddle'
export { type CheckScripts, compileFile, type FileOptions } from './compile-file.ts'
export { type ChangedElement, compareModels, type ModelDifference } from './difference.ts'
export { attribute, type ElementContext, isName } from './element-context.ts'
export { type CheckContext, type ElementReader, listOf, type Place } from './element-reader.ts'
export { bodyOf, readMessage } from './events.ts'
export type { CompiledExpression, CompileOptions, ExpressionLanguage, Moment } from './expression-language.ts'
export { extensionNamespace } from './extension-schema.ts'
export { knownVariables, loopVariables } from './known-names.ts'
export * from './program.ts'
export { isIn, reachOfJoin } from './reachability.ts'
export { isTrue, readVariables, variableTypes } from './read-variables.ts'
export {
  addDuration,
  isSchedule,
  looksLikeDuration,
  parseCycle,
  parseDuration,
  type Schedule,
} from './schedule.ts'
export { modelLimits } from './xml/read-xml.ts'
