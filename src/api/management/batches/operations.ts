import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { cancelBatch } from './cancel-batch.ts'
import { getBatch } from './get-batch.ts'
import { listBatchItems } from './list-batch-items.ts'
import { listBatches } from './list-batches.ts'

/** Operations of the management API on batches. */
export const batchOperations: readonly Operation<Context>[] = [listBatches, getBatch, listBatchItems, cancelBatch]
