// Retention: removes ended instances, imports and batches at the end of their retention. Everything is exported before it
// is removed, and the audit log has the checksum of each export.
export { exportNotFound, retentionRunEnded } from './errors.ts'
export { positionOf } from './retention.store.ts'
export { createRetention, type Retention } from './retention.ts'
export type { DueUnit, ExportLine, RetentionKind, RetentionRule } from './retention-kind.ts'
