import { Type } from 'typebox'
import type { Operation } from '../../../foundation/http/operation.ts'
import { batchEnded, batchNotFound } from '../../../process/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'

/** A batch as the management API shows it. */
const Batch = Type.Object(
  {
    id: Uuid,
    kind: Type.Enum(['move', 'interrupt', 'retry']),
    state: Type.Enum(['new', 'executing', 'completed', 'completedWithErrors', 'cancelled']),
    template: orNull(Uuid),
    settings: Type.Object(
      {},
      { additionalProperties: true, description: 'Parameters of the batch, such as the version to move to.' },
    ),
    total: Type.Integer(),
    done: Type.Integer({ description: 'Number of instances that are finished, skipped ones included.' }),
    failed: Type.Integer({
      description: 'Number of instances that were left unchanged, such as instances that cannot move.',
    }),
    percent: Type.Integer({ description: 'Share of finished and failed instances.' }),
    createdAt: Time,
    createdBy: Uuid,
    startedAt: orNull(Time),
    endedAt: orNull(Time),
  },
  { title: 'Batch' },
)

export const BatchResult = Type.Object({ batch: Batch }, { title: 'BatchResult' })

export const Reason = Type.Object({
  code: Type.String(),
  message: Type.String(),
  element: Type.Optional(Type.String({ description: 'Id of the element, or name of the variable.' })),
  name: Type.Optional(Type.String()),
  tokens: Type.Optional(Type.Integer()),
})

const listBatches = operation({
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

const getBatch = operation({
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

const State = Type.Enum(['new', 'done', 'skipped', 'failed'])

const listBatchItems = operation({
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

const cancelBatch = operation({
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

/** Operations of the management API on batches. */
export const batchOperations: readonly Operation<Context>[] = [listBatches, getBatch, listBatchItems, cancelBatch]
