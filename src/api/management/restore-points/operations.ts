import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { completeRestorePoint } from './complete-restore-point.ts'
import { listRestorePoints } from './list-restore-points.ts'
import { retryRestorePoint } from './retry-restore-point.ts'

/** Operations of the management API on the restore points of delegated activities. */
export const restorePointOperations: readonly Operation<Context>[] = [
  listRestorePoints,
  completeRestorePoint,
  retryRestorePoint,
]
