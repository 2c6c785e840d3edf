export type { Batch, BatchState, ItemReason, ItemState, ListedItem } from './batches.store.ts'
export { type Batches, type BatchesDeps, type BatchView, createBatches, type ItemPage } from './batches.ts'
export * from './errors.ts'
export { batchKinds, createInstanceBatches, type InstanceBatches } from './instance-batches.ts'
