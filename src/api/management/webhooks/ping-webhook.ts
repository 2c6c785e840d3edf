import { Type } from 'typebox'
import { webhookNotFound } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { DeliveryResult } from './webhook-schemas.ts'

export const pingWebhook = operation({
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
