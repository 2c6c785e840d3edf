export * from './errors.ts'
export { expiryOf } from './restore-points.store.ts'
export {
  type AnswerByHand,
  createRestorePoints,
  type RestorePointFilter,
  type RestorePoints,
  restorePointStates,
} from './restore-points.ts'
