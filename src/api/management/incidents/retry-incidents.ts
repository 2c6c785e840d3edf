import { Type } from 'typebox'
import { processNotAllowed, processNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { BatchResult } from '../batches/batch.ts'
import { ProcessParams } from '../processes/process-schemas.ts'
import { Reason } from './incident.ts'

export const retryIncidents = operation({
  name: 'retryIncidents',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/processes/{namespace}/{code}/retry-incidents',
  summary: 'Retry the open incidents of a process',
  description:
    'Starts a batch that retries the open incidents of the process. Only the incidents of one element or message when ' +
    '`element` or `messageHash` is given. At most 100 incidents are retried when the answer comes; the others are retried in the ' +
    'background.',
  right: 'user',
  params: ProcessParams,
  input: Type.Object({
    element: Type.Optional(Type.String({ maxLength: 255, description: 'Id of the element in the diagram.' })),
    messageHash: Type.Optional(Type.String({ maxLength: 100 })),
    reason: Type.Optional(Reason),
  }),
  result: BatchResult,
  errors: [processNotFound, processNotAllowed],
  handle: async ({ params, input }, { caller, processes }) => {
    const { reason, ...selection } = input
    return { batch: await processes.background.retry(caller, params, selection, reason) }
  },
})
