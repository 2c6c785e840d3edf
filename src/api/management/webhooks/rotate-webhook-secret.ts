import { Type } from 'typebox'
import { webhookNotFound } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Time } from '../../v1/schemas.ts'

const defaultHours = 24

export const rotateWebhookSecret = operation({
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
