import { Type } from 'typebox'
import { incidentsNotSelected } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'
import { BatchResult } from '../batches/batch.ts'
import { Reason } from './incident.ts'

export const retrySelectedIncidents = operation({
  name: 'retrySelectedIncidents',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/incidents/retry',
  summary: 'Retry selected incidents',
  description:
    'Starts a batch that retries open incidents of all processes that the caller administers: those in `ids`, those ' +
    'with a message, or those in `ids` with the message. Other incidents are left out. At most 100 incidents are ' +
    'retried when the answer comes; the others are retried in the background.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 1_000, description: 'Ids of incidents.' })),
    messageHash: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    reason: Type.Optional(Reason),
  }),
  result: BatchResult,
  errors: [incidentsNotSelected],
  handle: async ({ input: { reason, ...selection } }, { caller, processes }) => ({
    batch: await processes.background.retrySelected(caller, selection, reason),
  }),
})
