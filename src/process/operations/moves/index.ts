export * from './errors.ts'
export { type Moved, type MoveInput, type MoveRefused, Mover, moveState } from './move-state.ts'
export { type InstanceSelection, selectedInstances } from './moves.store.ts'
export {
  type MoveRequest,
  type MoveResult,
  Moves,
  type MovesDeps,
  type MoveTarget,
  type Preview,
  type PreviewedInstance,
  type PreviewRequest,
  requireSelection,
} from './moves.ts'
export type { MoveReason, MoveReasonCode } from './reasons.ts'
export type { MovedTask } from './refresh-tasks.ts'
export type { Mapping } from './version-map.ts'
