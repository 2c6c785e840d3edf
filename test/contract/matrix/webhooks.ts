import { done, fresh, type Make, missingId } from './scene.ts'

/** The address is not allowed for outbound requests, so nothing is sent. */
const url = 'http://127.0.0.1:8080/'

export const newWebhook = () => ({ name: fresh('webhook'), url, events: ['element.restored'], namespaces: ['law'] })

/** Makes a webhook. */
export const webhook: Make = async ({ call }, _actor, state) => {
  if (state === 'missing') return { id: missingId }
  return { id: (await done(call('POST', '/api/v1/webhooks', newWebhook()))).webhook.id }
}

/** Creates a webhook with a delivery. In the state `missing`, the delivery does not exist. */
export const webhookDelivery: Make = async (scene, actor, state) => {
  const { id } = await webhook(scene, actor, 'shared')
  if (state === 'missing') return { id: id!, deliveryId: missingId }
  return { id: id!, deliveryId: (await done(scene.call('POST', `/api/v1/webhooks/${id}/ping`))).delivery.id }
}
