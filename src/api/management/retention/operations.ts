import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { downloadRetentionExport } from './download-retention-export.ts'
import { getRetention } from './get-retention.ts'
import { listRetentionExports } from './list-retention-exports.ts'
import { startRetention } from './start-retention.ts'

/** Operations of the management API on the retention of ended work. */
export const retentionOperations: readonly Operation<Context>[] = [
  getRetention,
  startRetention,
  listRetentionExports,
  downloadRetentionExport,
]
