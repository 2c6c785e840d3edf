import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { storedExport } from './retention.fixture.ts'

const server = useServer()
const list = async (query: string) => {
  const answer = await server.call('GET', `/api/v1/retention/exports${query}`)
  assertDone(answer)
  return answer.body.exports.map(({ id }: { id: string }) => id)
}

it('lists exports, the newest first, and continues after one of them', async () => {
  const [older, newer] = [await storedExport(server.running()), await storedExport(server.running())]
  assert.deepEqual(await list('?size=2'), [newer, older])
  assert.deepEqual(await list(`?size=1&before=${newer}`), [older])
  assertRefused(await server.call('GET', '/api/v1/retention/exports?before=x'), 400, 'input.wrong', /before/)
})
