import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aDelivery } from './webhooks.fixture.ts'

const server = useServer()

it('forgets a deleted webhook with its deliveries', async () => {
  const { hook, delivery } = await aDelivery(server)
  assertDone(await server.call('DELETE', hook))
  for (const gone of [hook, `${hook}/deliveries`, delivery])
    assertRefused(await server.call('GET', gone), 404, 'webhook.not_found', /not found/)
})
