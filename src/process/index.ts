export * from './operations/batches/errors.ts'
export { calendarKind } from '../calendars/index.ts'
export type { AnswerOutside, OutsideAnswer, OutsideRequest } from './work/calls/index.ts'
export { contextInvalid } from './definition/context/index.ts'
export {
  compileDecisions,
  type Decisions,
  type DeployedDecision,
  decisionFailed,
  decisionKind,
  decisionNotFound,
  decisionUnclear,
} from '../decisions/index.ts'
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
} from './engine/advance/index.ts'
export { limitExceeded } from '../feel/errors.ts'
export * from '../feel/index.ts'
export * from './operations/incidents/errors.ts'
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
} from './operations/instances/index.ts'
export { documentExpressions } from './definition/language/index.ts'
export { ownBatches, processLiveSources } from './operations/live/index.ts'
export { messageRefused, tooManyMisses } from './triggers/messages/index.ts'
export {
  type CompiledExpression,
  type ExpressionLanguage,
  extensionNamespace,
  type ModelProblem,
  ModelRefused,
  modelLimits,
  type Program,
} from './engine/model/index.ts'
export * from './operations/moves/errors.ts'
export { advance, compileProcesses } from './engine/process.ts'
export { createProcesses, type Processes, type ProcessesDeps, processKind } from './processes.ts'
export { processReportsFolder, processTableShapes } from './operations/reports/index.ts'
export * from './operations/restore-points/errors.ts'
export { restorePointStates } from './operations/restore-points/index.ts'
export { startLimitReached, startNotOffered, startRefused } from './triggers/starts/index.ts'
export * from './work/tasks/errors.ts'
export { shownTaskStates, type Tasks, taskActionNames, taskStates, taskTabs } from './work/tasks/index.ts'
export * from './definition/templates/index.ts'
export { timerNotFound } from './triggers/timers/index.ts'
export { trialRefused } from './operations/trial/index.ts'
