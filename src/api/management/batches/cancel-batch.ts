import { batchEnded, batchNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { BatchResult } from './batch.ts'

export const cancelBatch = operation({
  name: 'cancelBatch',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/batches/{id}/cancel',
  summary: 'Cancel a batch',
  description: 'Leaves the instances as they are that the batch has not worked on yet. Nothing is undone.',
  right: 'user',
  params: IdParams,
  result: BatchResult,
  errors: [batchNotFound, batchEnded],
  handle: async ({ params }, { caller, processes }) => ({ batch: await processes.batches.cancel(caller, params.id) }),
})
