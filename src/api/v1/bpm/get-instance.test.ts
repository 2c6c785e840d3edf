import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, started } from './bpm.fixture.ts'

const server = useServer()

it('an instance is answered under "data", by GET and by POST with any empty body', async () => {
  const instance = await started(server.call, await aProcess(server.call))
  const path = `${bpm}/instance/${instance.__id}/get`
  const answers = [await server.call('GET', path)]
  for (const body of [undefined, '', '{}', '[]', 'null']) answers.push(await server.call('POST', path, body))
  for (const answer of answers) {
    assertDone(answer)
    assert.deepEqual(answer.body.data, instance)
  }
})

it('an instance has objects for its maps and null for unset dates, as clients with fixed types expect', async () => {
  const instance = await started(server.call, await aProcess(server.call))
  const maps = ['__tasks', '__performers', '__informLists', '__fieldVisibilityConditions', 'cross_instance']
  for (const map of maps) assert.equal(Object.prototype.toString.call(instance[map]), '[object Object]', map)
  assert.deepEqual(instance.__flowHistory, { items: {}, transitions: {} })
  const [[id, task]] = Object.entries(instance.__tasks) as [[string, Record<string, unknown>]]
  assert.deepEqual([task.__id, task.path, task.dueDate], [id, 'check', null])
  assert.deepEqual(instance.__performers, { [id]: [server.running().userId] })
  assert.deepEqual([instance.__deletedAt, instance.__endedAt, instance.due], [null, null, null])
  assert.match(instance.__createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
})

it('an instance that does not exist is "not found"', async () => {
  for (const id of ['0b6f7b2e-2f0f-4f5a-9c53-0123456789ab', 'nonsense']) {
    assertRefused(await server.call('GET', `${bpm}/instance/${id}/get`), 404, 'instance.not_found', /not found/)
  }
})
