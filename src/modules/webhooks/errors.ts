import { errorKind } from '../../foundation/kit/errors.ts'

export const webhookNotFound = errorKind('webhook.not_found', 404, 'There is no webhook with this id.')
export const webhookDeliveryNotFound = errorKind(
  'webhook.delivery_not_found',
  404,
  'The webhook has no delivery with this id. Deliveries are removed after 30 days.',
)
export const webhookWrongUrl = errorKind(
  'webhook.wrong_url',
  400,
  'The URL of a webhook must be an http or https address without a user name and a password.',
)
export const webhookIsOff = errorKind(
  'webhook.off',
  400,
  'The webhook is switched off, so nothing can be sent again. Switch it on first.',
)
export const tooManyWebhooks = errorKind(
  'webhook.too_many',
  400,
  'The installation has as many webhooks as it may have. Delete one first.',
)
