import { webhookNotFound } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const deleteWebhook = operation({
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
