export { type Advanced, type AdvanceInput, advance } from './advance.ts'
export { cancelTokensOf } from './cancel.ts'
export { caughtErrors, throwError, throwEscalation } from './catch.ts'
export { continueCompensation, startCompensation, undoNext } from './compensation.ts'
export type { Effect, WaitDetails } from './effects.ts'
export { type Environment, type LoadedProgram, loadProgram } from './environment.ts'
export { Failure, StartRefused } from './failure.ts'
export { chooseFlows, noFlow, requireEndContext, take } from './flow.ts'
export { join, waitingByFlow } from './joins.ts'
export type { Behaviour } from './run.ts'
export { Run } from './run.ts'
export { addToken, letLeave, openScope } from './scopes.ts'
export {
  type ActiveScope,
  type CompletedActivity,
  type LoopState,
  type OpenWait,
  type State,
  stateFormat,
  type Token,
  type Variables,
  type WaitKind,
} from './state.ts'
export type { Stimulus } from './stimulus.ts'
export { triggerBoundary, useWait } from './trigger.ts'
export { declaredAt, evaluate, isTrueAt, mapped, takenValues, visibleVariables } from './variables.ts'
export { correlationKey, openEventWait, openWait } from './waits.ts'
export { type PresentWork, type PresentWorkInput, presentWork } from './work/present-work.ts'
export { readsOf } from './work/reads.ts'
