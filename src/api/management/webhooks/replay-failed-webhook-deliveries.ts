import { Type } from 'typebox'
import { webhookIsOff, webhookNotFound } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Time } from '../../v1/schemas.ts'

export const replayFailedWebhookDeliveries = operation({
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
