import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aDelivery } from './webhooks.fixture.ts'

const server = useServer()

it('lists deliveries by state, event, time and any filter', async () => {
  const { hook, id } = await aDelivery(server)
  const listed = async (search: string): Promise<string[]> => {
    const answer = await server.call('GET', `${hook}/deliveries?${search}`)
    assertDone(answer)
    return answer.body.result.result.map((one: { id: string }) => one.id)
  }
  const filter = encodeURIComponent('{"tf":{"attempts":1}}')
  for (const search of [
    '',
    'state=failed',
    'event=webhook.ping',
    `since=2001-01-01T00:00:00Z&filter=${filter}`,
    'from=0',
  ])
    assert.deepEqual(await listed(search), [id], search)
  for (const search of ['state=delivered', 'event=element.created', 'until=2001-01-01T00:00:00Z', 'from=1'])
    assert.deepEqual(await listed(search), [], search)
  assertRefused(await server.call('GET', `${hook}/deliveries?state=lost`), 400, 'input.wrong', /state/)
})
