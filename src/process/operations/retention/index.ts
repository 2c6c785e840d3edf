export { createBatchRetention } from './batch-retention.store.ts'
export { createInstanceRetention } from './instance-retention.ts'
