import { Type } from 'typebox'
import { webhookNotFound } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { WebhookResult } from './webhook-schemas.ts'

export const getWebhook = operation({
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
