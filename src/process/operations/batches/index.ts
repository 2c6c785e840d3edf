export { batchItemLine, batchLine, isBatch } from './batches.store.ts'
export { type Batches, createBatches } from './batches.ts'
export * from './errors.ts'
export { batchKinds, createInstanceBatches, type InstanceBatches } from './instance-batches.ts'
