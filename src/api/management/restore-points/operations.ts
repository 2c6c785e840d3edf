import { type Static, Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import {
  contextInvalid,
  restoreErrors,
  restorePointClosed,
  restorePointNotFound,
  restorePointStates,
} from '../../../process/index.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { type Context, operation } from '../../operation.ts'
import { AnyObject, IdParams, listResult, NoParams, Nothing, orNull, Time, Uuid } from '../../v1/schemas.ts'

/** A restore point of a list: all fields, or those that `fields` requests. */
const PartialRestorePoint = Type.Partial(
  Type.Object({
    __id: Uuid,
    id: Uuid,
    state: Type.Enum(['open', 'used', 'expired', 'revoked']),
    instanceId: Uuid,
    templateId: Uuid,
    elementId: Type.String({ description: 'Id of the delegated activity in the diagram.' }),
    url: orNull(Type.String({ description: 'Address of the other system.' })),
    attempts: Type.Integer({ description: 'Number of attempts to send the request that have begun.' }),
    createdAt: Time,
    expiresAt: orNull(Time),
    endedAt: orNull(Time),
    input: Type.Object({}, { additionalProperties: true, description: 'Values that were sent to the other system.' }),
    answer: Type.Array(AnyObject, { description: 'Variables that the activity declares for the answer.' }),
    instance: orNull(AnyObject),
    template: orNull(AnyObject),
  }),
  { additionalProperties: true, title: 'PartialRestorePoint' },
)

const RestorePointListInput = Type.Object({
  ...ListInput.properties,
  state: Type.Optional(
    Type.Enum([...restorePointStates], { description: 'State of the restore points; `open` by default.' }),
  ),
  instanceId: Type.Optional(Type.String({ format: 'uuid', description: 'Id of the instance.' })),
})

const listRestorePoints = operation({
  name: 'listRestorePoints',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/restore-points',
  summary: 'List restore points',
  description:
    'Returns the delegated activities that wait for another system, newest first, with the request that was sent. ' +
    'Only activities of processes that the caller may administer.',
  right: 'user',
  params: NoParams,
  input: RestorePointListInput,
  // `fields` determines which fields a restore point has.
  result: listResult(PartialRestorePoint),
  errors: queryErrors,
  handle: async ({ input }, { caller, processes }) => {
    const { state, instanceId, ...list } = (input ?? {}) as Static<typeof RestorePointListInput>
    const { items, total } = await processes.restorePoints.list(caller, { state, instanceId }, list)
    return listOf(items, total)
  },
})

const completeRestorePoint = operation({
  name: 'completeRestorePoint',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/restore-points/{id}/complete',
  summary: 'Complete a delegated activity',
  description:
    'Completes the activity instead of the other system: values in `context`, or a BPMN error in `error`. For users who ' +
    'may administer the process. The audit log keeps the answer and the comment.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    context: Type.Optional(AnyObject),
    error: Type.Optional(
      Type.Object({
        code: Type.String({ minLength: 1, maxLength: 200, description: 'Code of the BPMN error.' }),
        message: Type.Optional(Type.String({ maxLength: 2000 })),
      }),
    ),
    comment: Type.String({ minLength: 1, maxLength: 2000, description: 'Reason why a user completes the activity.' }),
  }),
  result: Nothing,
  errors: [...restoreErrors, contextInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.restorePoints.completeByHand(caller, params.id, input)
    return {}
  },
})

const retryRestorePoint = operation({
  name: 'retryRestorePoint',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/restore-points/{id}/retry',
  summary: 'Send the request of a delegated activity again',
  description:
    'Sends the request to the other system again immediately, with the same `Idempotency-Key`. The number of the attempt ' +
    'does not change. For users who may administer the process.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [restorePointNotFound, restorePointClosed],
  handle: async ({ params }, { caller, processes }) => {
    await processes.restorePoints.retry(caller, params.id)
    return {}
  },
})

/** Operations of the management API on the restore points of delegated activities. */
export const restorePointOperations: readonly Operation<Context>[] = [
  listRestorePoints,
  completeRestorePoint,
  retryRestorePoint,
]
