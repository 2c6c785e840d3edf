import { listOf } from '../../../foundation/http/envelope.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../../v1/schemas.ts'
import { WebhookResult } from './webhook-schemas.ts'

export const listWebhooks = operation({
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
