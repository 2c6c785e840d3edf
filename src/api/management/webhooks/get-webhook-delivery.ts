import { Type } from 'typebox'
import { webhookDeliveryNotFound, webhookNotFound } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { DeliveryParams, DeliveryResult } from './webhook-schemas.ts'

export const getWebhookDelivery = operation({
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
