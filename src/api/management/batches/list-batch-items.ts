import { Type } from 'typebox'
import { batchNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, orNull, Uuid } from '../../v1/schemas.ts'
import { Reason } from './batch.ts'

const State = Type.Enum(['new', 'done', 'skipped', 'failed'])

export const listBatchItems = operation({
  name: 'listBatchItems',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/batches/{id}/items',
  summary: 'List the results of a batch',
  description:
    'Returns the result of each instance of a batch, in the order in which they are worked on. A page has at most ' +
    '1000 items, 100 by default; `next` is the `cursor` of the next page.',
  right: 'user',
  params: IdParams,
  input: Type.Object(
    {
      state: Type.Optional(State),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      cursor: Type.Optional(Type.String({ maxLength: 20 })),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({
    items: Type.Array(
      Type.Object({
        position: Type.Integer(),
        instance: Uuid,
        incident: orNull(Uuid),
        state: State,
        reasons: Type.Array(Reason),
      }),
    ),
    next: orNull(Type.String()),
  }),
  errors: [batchNotFound],
  handle: async ({ params, input }, { caller, processes }) => ({
    ...(await processes.batches.items(caller, params.id, input)),
  }),
})
