import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { interrupted } from './batches.fixture.ts'

const server = useServer()

it('each instance of a batch has a result; lists go in pages and filter by it', async () => {
  const { batch, instances } = await interrupted(server.call)
  const items = async (query: string): Promise<Body> => {
    const answer = await server.call('GET', `/api/v1/batches/${batch.id}/items${query}`)
    assertDone(answer)
    return answer.body
  }
  const all = await items('')
  assert.deepEqual(
    all.items.map(({ instance, state, reasons }: Body) => [instance, state, reasons[0]?.code]),
    [
      [instances[0], 'done', undefined],
      [instances[1], 'done', undefined],
      [instances[2], 'skipped', 'NOT_FOUND'],
    ],
  )
  assert.equal((await items('?state=skipped')).items.length, 1)
  const page = await items('?size=2')
  assert.deepEqual((await items(`?size=2&cursor=${page.next}`)).items, all.items.slice(2))
})

it('the items of an unknown batch are 404', async () => {
  assertRefused(await server.call('GET', '/api/v1/batches/nonsense/items'), 404, 'batch.not_found', /not found/)
})
