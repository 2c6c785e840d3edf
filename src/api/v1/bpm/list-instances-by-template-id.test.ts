import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, started } from './bpm.fixture.ts'

const server = useServer()

it('the instances of a process are listed by the id of its template, by GET and by POST', async () => {
  const instance = await started(server.call, await aProcess(server.call))
  const path = `${bpm}/instance/bytemplateid/${instance.__templateId}/list`
  for (const answer of [await server.call('GET', `${path}?query={}`), await server.call('POST', path, [])]) {
    assertDone(answer)
    assert.deepEqual(answer.body.result, { result: [instance], total: 1 })
  }
})

it('an id that no template has is "not found"', async () => {
  for (const id of ['0b6f7b2e-2f0f-4f5a-9c53-0123456789ab', 'nonsense']) {
    const answer = await server.call('POST', `${bpm}/instance/bytemplateid/${id}/list`, {})
    assertRefused(answer, 404, 'process.not_found', /not found/)
  }
})
