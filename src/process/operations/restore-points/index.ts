export * from './errors.ts'
export { expiryOf } from './restore-points.store.ts'
export {
  type AnswerByHand,
  type RestorePointFilter,
  RestorePoints,
  restorePointStates,
} from './restore-points.ts'
