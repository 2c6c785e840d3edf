import { Type } from 'typebox'
import { applicationNotFound, namespaceNotFound } from '../../../data/index.ts'
import { tooManyWebhooks, webhookWrongUrl } from '../../../modules/index.ts'
import { userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { WebhookResult, webhookSettings } from './webhook-schemas.ts'

const { name, url, events, namespaces, applications, userId, includeElement } = webhookSettings

export const createWebhook = operation({
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
