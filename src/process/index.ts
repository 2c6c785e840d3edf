export { calendarKind } from './calendars/index.ts'
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
export {
  type CompiledExpression,
  type ExpressionLanguage,
  extensionNamespace,
  type ModelProblem,
  ModelRefused,
  modelLimits,
  type Program,
} from './model/index.ts'
export { advance, compileProcesses } from './process.ts'
export { createProcesses, type Processes, type ProcessesDeps, processKind } from './processes.ts'
export * from './restore-points/index.ts'
export * from './templates/index.ts'
