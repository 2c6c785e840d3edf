import { Type } from 'typebox'
import { webhookDeliveryNotFound, webhookIsOff, webhookNotFound } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { DeliveryParams, DeliveryResult } from './webhook-schemas.ts'

export const replayWebhookDelivery = operation({
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
