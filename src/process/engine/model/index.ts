export type { ModdleElement } from 'bpmn-moddle'
export { isFeel } from './check-names.ts'
export { type CheckScripts, compileFile, type FileOptions } from './compile-file.ts'
export { type ChangedElement, compareModels, type ModelDifference } from './difference.ts'
export { attribute, type ElementContext, isName } from './element-context.ts'
export { type CheckContext, type ElementReader, listOf, type Place } from './element-reader.ts'
export { bodyOf, readMessage } from './events.ts'
export type { CompiledExpression, CompileOptions, ExpressionLanguage, Moment } from './expression-language.ts'
export { extensionNamespace } from './extension-schema.ts'
export { knownVariables, loopVariables } from './known-names.ts'
export { type ModelProblem, ModelProblems, ModelRefused, maxModelProblems } from '../../../foundation/kit/xml/model-problems.ts'
export * from './program.ts'
export { isIn, reachOfJoin } from './reachability.ts'
export { isTrue, readVariables, variableTypes } from './read-variables.ts'
export { type CronSchedule, isCron, parseCron } from '../../../foundation/kit/time/cron.ts'
export { readInstant } from '../../../foundation/kit/time/instant.ts'
export {
  addDuration,
  isSchedule,
  looksLikeDuration,
  parseCycle,
  parseDuration,
  type Schedule,
} from './schedule.ts'
export { decodeXml } from '../../../foundation/kit/xml/decode-xml.ts'
export { modelLimits } from './xml/read-xml.ts'
export { xmlProblem } from '../../../foundation/kit/xml/xml-problem.ts'
