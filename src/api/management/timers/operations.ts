import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { processNotAllowed, timerNotFound } from '../../../process/index.ts'
import { queryErrors } from '../../../query/index.ts'
import { type Context, operation } from '../../operation.ts'
import { AnyObject, IdParams, listResult, NoParams, Nothing, StrictListInput, Time } from '../../v1/schemas.ts'

const listTimers = operation({
  name: 'listTimers',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/timers',
  summary: 'List the timers of instances',
  description:
    'Returns timers of templates to which the caller has the right `view`, ordered by due time. Filter by `instanceId`, `templateId` or `elementId`.',
  right: 'user',
  params: NoParams,
  input: StrictListInput,
  // `fields` determines which fields a timer has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, processes }) => {
    const { items, total } = await processes.timers.list(caller, input)
    return listOf(items, total)
  },
})

const fireTimer = operation({
  name: 'fireTimer',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/timers/{id}/fire',
  summary: 'Fire a timer now',
  description:
    'Fires the timer immediately. The answer comes after the instance has advanced. Requires the right `administer` to the template.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [timerNotFound, processNotAllowed],
  handle: async ({ params: { id } }, { caller, processes }) => {
    await processes.timers.fire(caller, id)
    return {}
  },
})

const moveTimer = operation({
  name: 'moveTimer',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/timers/{id}/move',
  summary: 'Move a timer to another time',
  description:
    'A repeating timer counts its next repetitions from the new time. A time in the past fires the timer. Requires the right `administer` to the template.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    dueAt: Type.String({ format: 'date-time', description: 'Time at which the timer fires.' }),
  }),
  result: Type.Object({ dueAt: Time }),
  errors: [timerNotFound, processNotAllowed],
  handle: async ({ params: { id }, input }, { caller, processes }) => ({
    ...(await processes.timers.move(caller, id, input.dueAt)),
  }),
})

/** Operations of the management API on timers. */
export const timerOperations: readonly Operation<Context>[] = [listTimers, fireTimer, moveTimer]
