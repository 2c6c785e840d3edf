import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTimer } from './timers.fixture.ts'

const server = useServer()

it('timers are listed with their element and time, the next one first', async () => {
  const first = await aTimer(server.call)
  assert.deepEqual([first.elementId, first.version], ['pause', 1])
  assertDone(await server.call('POST', `/api/v1/timers/${first.id}/move`, { dueAt: '2999-01-01T00:00:00Z' }))
  const second = await aTimer(server.call)
  const query = encodeURIComponent(JSON.stringify({ filter: { tf: { elementId: 'pause' } }, size: 1000 }))
  const answer = await server.call('GET', `/api/v1/timers?query=${query}`)
  assertDone(answer)
  const ids: string[] = answer.body.result.result.map(({ id }: { id: string }) => id)
  assert.ok(ids.indexOf(second.id) < ids.indexOf(first.id))
})

it('a filter by an unknown field is refused', async () => {
  const query = encodeURIComponent(JSON.stringify({ filter: { tf: { secret: 'x' } } }))
  assertRefused(await server.call('GET', `/api/v1/timers?query=${query}`), 400, 'query.unknown_field', /secret/)
})
