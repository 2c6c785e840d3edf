import { batchNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { BatchResult } from './batch.ts'

export const getBatch = operation({
  name: 'getBatch',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/batches/{id}',
  summary: 'Get a batch',
  description: 'Returns the progress of a batch that the caller has started. Administrators see all batches.',
  right: 'user',
  params: IdParams,
  result: BatchResult,
  errors: [batchNotFound],
  handle: async ({ params }, { caller, processes }) => ({ batch: await processes.batches.get(caller, params.id) }),
})
