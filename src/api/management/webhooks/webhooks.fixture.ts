import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import type { SharedServer } from '../../../../test/shared-server.ts'

export const path = '/api/v1/webhooks'

/** A webhook to an address to which the test server may not connect. */
export const input = {
  name: 'test',
  url: 'http://127.0.0.1:8080/',
  events: ['element.created'],
  applications: ['all.parts'],
}

/** Creates a webhook and returns it with its secret. */
export async function aWebhook({ call }: SharedServer): Promise<{ webhook: Body; secret: string }> {
  const answer = await call('POST', path, input)
  assertDone(answer)
  return answer.body
}

/** Creates a webhook with a delivery that has failed, and returns the paths of both. */
export async function aDelivery(server: SharedServer): Promise<{ id: string; hook: string; delivery: string }> {
  const { webhook } = await aWebhook(server)
  const answer = await server.call('POST', `${path}/${webhook.id}/ping`)
  assertDone(answer)
  const { id } = answer.body.delivery
  return { id, hook: `${path}/${webhook.id}`, delivery: `${path}/${webhook.id}/deliveries/${id}` }
}
