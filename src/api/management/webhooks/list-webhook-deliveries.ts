import { type Static, Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { deliveryStates, pingEvent, webhookEvents, webhookNotFound } from '../../../modules/index.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, IdParams, listResult, Time } from '../../v1/schemas.ts'

const DeliveryListInput = Type.Object({
  ...ListInput.properties,
  state: Type.Optional(Type.Enum([...deliveryStates], { description: 'State of the deliveries; any by default.' })),
  event: Type.Optional(Type.Enum([...webhookEvents, pingEvent], { description: 'Event; any by default.' })),
  since: Type.Optional(Time),
  until: Type.Optional(Time),
})

export const listWebhookDeliveries = operation({
  name: 'listWebhookDeliveries',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/webhooks/{id}/deliveries',
  summary: 'List the deliveries of a webhook',
  description:
    'Returns deliveries newest first. Fields are `id`, `event`, `application`, `elementId`, `state`, `attempts`, `status`, ' +
    '`problem`, `createdAt`, `nextAttemptAt` and `endedAt`. The creation time `since` is inclusive, `until` is exclusive. ' +
    'Deliveries are removed after 30 days.',
  right: 'administrator',
  params: IdParams,
  input: DeliveryListInput,
  // `fields` determines which fields a delivery has.
  result: listResult(AnyObject),
  errors: [webhookNotFound, ...queryErrors],
  handle: async ({ params, input }, { caller, webhooks }) => {
    const { state, event, since, until, ...list } = (input ?? {}) as Static<typeof DeliveryListInput>
    const { items, total } = await webhooks.deliveries(caller, params.id, { state, event, since, until }, list)
    return listOf(items, total)
  },
})
