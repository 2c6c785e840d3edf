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
  description: 'Stops the batch. Instances that are finished are not changed back; the other instances stay unchanged.',
  right: 'user',
  params: IdParams,
  result: BatchResult,
  errors: [batchNotFound, batchEnded],
  handle: async ({ params }, { caller, processes }) => ({ batch: await processes.batches.cancel(caller, params.id) }),
})
