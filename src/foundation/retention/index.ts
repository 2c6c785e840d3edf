// Retention: removes ended instances, imports and batches at the end of their retention. Everything is exported before it
// is removed, and the audit log has the checksum of each export.
export { exportNotFound, retentionRunEnded } from './errors.ts'
export { positionOf, type RetentionExport } from './retention.store.ts'
export { createRetention, type Retention, type RetentionDeps, type RuleWithDue } from './retention.ts'
export type { DueUnit, ExportLine, ExportStore, RetentionKind, RetentionRule } from './retention-kind.ts'
