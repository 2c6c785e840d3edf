export * from './errors.ts'
export { expiryOf } from './restore-points.store.ts'
export {
  RestorePoints,
  restorePointStates,
} from './restore-points.ts'
