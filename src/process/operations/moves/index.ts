export * from './errors.ts'
export { type Moved, type MoveRefused, moveState } from './move-state.ts'
export { type InstanceSelection, selectedInstances } from './moves.store.ts'
export {
  type MoveRequest,
  type MoveResult,
  Moves,
  requireSelection,
} from './moves.ts'

export type { Mapping } from './version-map.ts'
