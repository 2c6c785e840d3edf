export { type Moved, type MoveInput, type MoveRefused, Mover, moveState } from './move-state.ts'
export type { MoveReason, MoveReasonCode } from './reasons.ts'
export type { MovedTask } from './refresh-tasks.ts'
export type { Mapping } from './version-map.ts'
