import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { Batch } from './batch.ts'

export const listBatches = operation({
  name: 'listBatches',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/batches',
  summary: 'List batches',
  description: 'Returns the newest batches that the caller has started, newest first. Administrators see all batches.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })) }),
  result: Type.Object({ batches: Type.Array(Batch) }),
  handle: async ({ input }, { caller, processes }) => ({ batches: await processes.batches.list(caller, input.size) }),
})
