import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, started } from '../../v1/bpm/bpm.fixture.ts'

const server = useServer()

it('the history of an instance lists each advance with its cause and events, newest first, in pages', async () => {
  const { __id: id } = await started(server.call, await aProcess(server.call))
  for (const note of ['a', 'b'])
    assertDone(await server.call('PUT', `${bpm}/instance/${id}/context`, { comment: note, context: { note } }))
  const answer = await server.call('GET', `/api/v1/instances/${id}/history?size=2`)
  assertDone(answer)
  const { result, total } = answer.body.result
  assert.equal(total, 3)
  assert.deepEqual(
    result.map(({ rev, stimulus }: { rev: number; stimulus: { comment: string } }) => [rev, stimulus.comment]),
    [
      [3, 'b'],
      [2, 'a'],
    ],
  )
  const rest = await server.call('GET', `/api/v1/instances/${id}/history?size=2&from=2`)
  const [first] = rest.body.result.result
  assert.equal(first.stimulus.type, 'start')
  const entered = first.events.filter(({ type }: { type: string }) => type === 'entered')
  assert.deepEqual(
    entered.map(({ element }: { element: string }) => element),
    ['s', 'check'],
  )
})

it('the history of an unknown instance is "not found"', async () => {
  assertRefused(await server.call('GET', '/api/v1/instances/nonsense/history'), 404, 'instance.not_found', /not found/)
})
