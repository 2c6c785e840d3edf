import { Type } from 'typebox'
import { applicationNotFound, elementNotFound } from '../../../data/index.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { caseNotFound, holdNotFound, wrongHold } from '../../../records/index.ts'
import { type Context, operation } from '../../operation.ts'
import { AnyObject, IdParams, NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'

const HoldView = Type.Object(
  {
    id: Uuid,
    caseId: orNull(Uuid),
    element: orNull(AnyObject),
    reason: Type.String(),
    placedAt: Time,
    placedBy: Uuid,
    liftedAt: orNull(Time),
    liftedBy: orNull(Uuid),
    liftReason: orNull(Type.String()),
  },
  { title: 'Hold' },
)

const Reason = Type.String({ minLength: 1, maxLength: 1000 })

const listHolds = operation({
  name: 'listHolds',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/holds',
  summary: 'List legal holds',
  description: 'Returns the newest thousand holds, lifted ones included, newest first.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({ holds: Type.Array(HoldView) }),
  handle: async (_request, { registry }) => ({ holds: await registry.holds.list() }),
})

const Text = Type.Optional(Type.String({ maxLength: 200 }))

const placeHold = operation({
  name: 'placeHold',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/holds',
  summary: 'Place a legal hold on a case or an element',
  description:
    'Give `caseId` for a case with every element registered in it, or `namespace`, `code` and `id` for one element. Until ' +
    'the hold is lifted, nobody can delete the elements, their files or versions, not even from the recycle bin.',
  right: 'administrator',
  params: NoParams,
  input: Type.Object({ caseId: Text, namespace: Text, code: Text, id: Text, reason: Reason }),
  result: Type.Object({ hold: HoldView }),
  errors: [applicationNotFound, elementNotFound, caseNotFound, wrongHold],
  idempotent: { again: async (_request, id, { registry }) => ({ hold: await registry.holds.get(id) }) },
  async handle({ input: { caseId, namespace, code, id, reason } }, { caller, registry }) {
    const isPart = namespace !== undefined || code !== undefined || id !== undefined
    const element = isPart ? { namespace: namespace ?? '', code: code ?? '', id: id ?? '' } : undefined
    return { hold: await registry.holds.place(caller, { caseId, element, reason }) }
  },
})

const liftHold = operation({
  name: 'liftHold',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/holds/{id}/lift',
  summary: 'Lift a legal hold',
  description: 'A hold that was lifted before stays as it is.',
  right: 'administrator',
  params: IdParams,
  input: Type.Object({ reason: Reason }),
  result: Type.Object({ hold: HoldView }),
  errors: [holdNotFound],
  handle: async ({ params, input: { reason } }, { caller, registry }) => ({
    hold: await registry.holds.lift(caller, params.id, reason),
  }),
})

/** Operations under `/api/v1/holds`. */
export const holdOperations: readonly Operation<Context>[] = [listHolds, placeHold, liftHold]
