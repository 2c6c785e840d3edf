import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { createBackup } from './create-backup.ts'
import { deleteBackup } from './delete-backup.ts'
import { downloadBackup } from './download-backup.ts'
import { getBackup } from './get-backup.ts'
import { listBackups } from './list-backups.ts'

/** Operations of the management API on backups. */
export const backupOperations: readonly Operation<Context>[] = [
  createBackup,
  listBackups,
  getBackup,
  downloadBackup,
  deleteBackup,
]
