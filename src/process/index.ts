export * from './batches/errors.ts'
export { calendarKind } from './calendars/index.ts'
export type { AnswerOutside, OutsideAnswer, OutsideRequest } from './calls/index.ts'
export { contextInvalid } from './context/index.ts'
export {
  compileDecisions,
  type Decisions,
  type DeployedDecision,
  decisionFailed,
  decisionKind,
  decisionNotFound,
  decisionUnclear,
} from './decisions/index.ts'
export {
  type Advanced,
  type Effect,
  type Environment,
  type IncidentKind,
  type LoadedProgram,
  loadProgram,
  StartRefused,
  type State,
  type Stimulus,
  type Variables,
} from './engine/index.ts'
export { limitExceeded } from './expressions/errors.ts'
export * from './expressions/index.ts'
export * from './incidents/errors.ts'
export {
  changeErrors,
  type Instances,
  instanceFinished,
  instanceNotAllowed,
  instanceNotFound,
  interruptErrors,
  maxCommentChars,
  runErrors,
  waitingKinds,
} from './instances/index.ts'
export { documentExpressions } from './language/index.ts'
export { ownBatches, processLiveSources } from './live/index.ts'
export { messageRefused, tooManyMisses } from './messages/index.ts'
export {
  type CompiledExpression,
  type ExpressionLanguage,
  extensionNamespace,
  type ModelProblem,
  ModelRefused,
  modelLimits,
  type Program,
} from './model/index.ts'
export * from './moves/errors.ts'
export { advance, compileProcesses } from './process.ts'
export { createProcesses, type Processes, type ProcessesDeps, processKind } from './processes.ts'
export { processReportsFolder, processTableShapes } from './reports/index.ts'
export * from './restore-points/errors.ts'
export { restorePointStates } from './restore-points/index.ts'
export { startLimitReached, startNotOffered, startRefused } from './starts/index.ts'
export * from './tasks/errors.ts'
export { shownTaskStates, type Tasks, taskActionNames, taskStates, taskTabs } from './tasks/index.ts'
export * from './templates/index.ts'
export { timerNotFound } from './timers/index.ts'
export { trialRefused } from './trial/index.ts'
