import { Type } from 'typebox'
import { applicationNotFound, namespaceNotFound } from '../../../data/index.ts'
import { webhookNotFound, webhookWrongUrl } from '../../../modules/index.ts'
import { userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { WebhookResult, webhookSettings } from './webhook-schemas.ts'

const { name, url, events, namespaces, applications, userId, includeElement } = webhookSettings

export const changeWebhook = operation({
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
