import { Type } from 'typebox'
import { applicationNotFound, namespaceNotFound } from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import {
  tooManyWebhooks,
  webhookDeliveryNotFound,
  webhookIsOff,
  webhookNotFound,
  webhookWrongUrl,
} from '../../../modules/index.ts'
import { userNotFound } from '../../../people/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, listResult, NoParams, Nothing, Time } from '../../v1/schemas.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { DeliveryParams, DeliveryResult, WebhookResult, webhookSettings } from './webhook-schemas.ts'

const { name, url, events, namespaces, applications, userId, includeElement } = webhookSettings

const createWebhook = operation({
  name: 'createWebhook',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/webhooks',
  summary: 'Create a webhook',
  description:
    'The webhook sends a request to its URL for every later event. The secret is shown only in this response; requests ' +
    'are signed with it by the convention Standard Webhooks. Elements are read with the rights of the caller when `userId` is omitted.',
  right: 'administrator',
  params: NoParams,
  input: Type.Object({
    ...{ name, url, events },
    namespaces: Type.Optional(namespaces),
    applications: Type.Optional(applications),
    userId: Type.Optional(userId),
    includeElement: Type.Optional(includeElement),
  }),
  result: Type.Object({ webhook: WebhookResult, secret: Type.String() }),
  errors: [webhookWrongUrl, tooManyWebhooks, applicationNotFound, namespaceNotFound, userNotFound],
  handle: ({ input }, { caller, webhooks }) => webhooks.create(caller, input),
})

const listWebhooks = operation({
  name: 'listWebhooks',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/webhooks',
  summary: 'List webhooks',
  description: 'Returns all webhooks by name, at most 200. Their secrets are never returned.',
  right: 'administrator',
  params: NoParams,
  result: listResult(WebhookResult),
  errors: [],
  handle: async (_request, { webhooks }) => {
    const all = await webhooks.list()
    return listOf(all, all.length)
  },
})

const getWebhook = operation({
  name: 'getWebhook',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/webhooks/{id}',
  summary: 'Get a webhook',
  description: 'Returns a webhook with the numbers of its waiting and failed deliveries. Its secret is not returned.',
  right: 'administrator',
  params: IdParams,
  result: Type.Object({ webhook: WebhookResult }),
  errors: [webhookNotFound],
  handle: async ({ params }, { webhooks }) => ({ webhook: await webhooks.get(params.id) }),
})

const changeWebhook = operation({
  name: 'changeWebhook',
  area: 'Management',
  methods: ['PATCH'],
  path: '/api/v1/webhooks/{id}',
  summary: 'Change a webhook',
  description:
    'Changes the given values. With `isOn: false`, new events are not recorded, and waiting deliveries are kept but not sent. With ' +
    '`isOn: true`, events are sent again from now on, and deliveries that wait are sent at once.',
  right: 'administrator',
  params: IdParams,
  input: Type.Object({
    name: Type.Optional(name),
    url: Type.Optional(url),
    events: Type.Optional(events),
    namespaces: Type.Optional(namespaces),
    applications: Type.Optional(applications),
    userId: Type.Optional(userId),
    includeElement: Type.Optional(includeElement),
    isOn: Type.Optional(Type.Boolean({ description: 'Whether events are sent.' })),
  }),
  result: Type.Object({ webhook: WebhookResult }),
  errors: [webhookNotFound, webhookWrongUrl, applicationNotFound, namespaceNotFound, userNotFound],
  handle: async ({ params, input }, { caller, webhooks }) => ({
    webhook: await webhooks.change(caller, params.id, input),
  }),
})

const deleteWebhook = operation({
  name: 'deleteWebhook',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/webhooks/{id}',
  summary: 'Delete a webhook',
  description: 'Deletes the webhook with its deliveries. Deliveries that wait are not sent any more.',
  right: 'administrator',
  params: IdParams,
  result: Nothing,
  errors: [webhookNotFound],
  handle: async ({ params }, { caller, webhooks }) => {
    await webhooks.remove(caller, params.id)
    return {}
  },
})

const defaultHours = 24

const rotateWebhookSecret = operation({
  name: 'rotateWebhookSecret',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/webhooks/{id}/rotate-secret',
  summary: 'Rotate the secret of a webhook',
  description:
    'Creates a new secret, which is shown only in this response. Until `previousUntil`, requests have two signatures: one ' +
    'with the new secret and one with the previous secret. A secret from before the previous one is no longer used.',
  right: 'administrator',
  params: IdParams,
  input: Type.Object({
    previousHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: `Hours for which the previous secret stays valid; ${defaultHours} by default.`,
      }),
    ),
  }),
  result: Type.Object({ secret: Type.String(), previousUntil: Time }),
  errors: [webhookNotFound],
  handle: ({ params, input }, { caller, webhooks }) =>
    webhooks.rotate(caller, params.id, input.previousHours ?? defaultHours),
})

const pingWebhook = operation({
  name: 'pingWebhook',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/webhooks/{id}/ping',
  summary: 'Send a test request to a webhook',
  description:
    'Sends the event `webhook.ping` at once, also when the webhook is off, and returns what the receiver responded within ' +
    '15 seconds. The request is not repeated when it fails.',
  right: 'administrator',
  params: IdParams,
  result: Type.Object({ delivery: DeliveryResult }),
  errors: [webhookNotFound],
  handle: async ({ params }, { caller, webhooks }) => ({ delivery: await webhooks.ping(caller, params.id) }),
})

const getWebhookDelivery = operation({
  name: 'getWebhookDelivery',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}',
  summary: 'Get a delivery of a webhook',
  description: 'Returns the delivery with its last attempts and the beginnings of the last request and response.',
  right: 'administrator',
  params: DeliveryParams,
  result: Type.Object({ delivery: DeliveryResult }),
  errors: [webhookNotFound, webhookDeliveryNotFound],
  handle: async ({ params }, { webhooks }) => ({ delivery: await webhooks.delivery(params.id, params.deliveryId) }),
})

const replayWebhookDelivery = operation({
  name: 'replayWebhookDelivery',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}/replay',
  summary: 'Send a delivery of a webhook again',
  description:
    'Sends the delivery again in the background, whatever its state, with the same `webhook-id`. A failed attempt is ' +
    'repeated like that of a new delivery.',
  right: 'administrator',
  params: DeliveryParams,
  result: Type.Object({ delivery: DeliveryResult }),
  errors: [webhookNotFound, webhookDeliveryNotFound, webhookIsOff],
  handle: async ({ params }, { caller, webhooks }) => ({
    delivery: await webhooks.replay(caller, params.id, params.deliveryId),
  }),
})

const replayFailedWebhookDeliveries = operation({
  name: 'replayFailedWebhookDeliveries',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/webhooks/{id}/replay-failed',
  summary: 'Send the failed deliveries of a period again',
  description:
    'Sends failed deliveries that were created from `from` (inclusive) to `to` (exclusive) in the background.',
  right: 'administrator',
  params: IdParams,
  input: Type.Object({ from: Time, to: Time }),
  result: Type.Object({ replayed: Type.Integer({ description: 'Number of deliveries that are sent again.' }) }),
  errors: [webhookNotFound, webhookIsOff],
  handle: async ({ params, input }, { caller, webhooks }) => ({
    replayed: await webhooks.replayFailed(caller, params.id, input),
  }),
})

/** Operations of the management API on webhooks. */
export const webhookOperations: readonly Operation<Context>[] = [
  createWebhook,
  listWebhooks,
  getWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  pingWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
  replayFailedWebhookDeliveries,
]
