import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, publishVersion, started } from '../../v1/bpm/bpm.fixture.ts'

const server = useServer()

it('instances of all processes are listed together and filtered by system fields', async () => {
  const first = await started(server.call, await aProcess(server.call))
  const second = await started(server.call, await aProcess(server.call))
  assertDone(await server.call('POST', `${bpm}/instance/${second.__id}/interrupt`))
  const ids = async (body: object) => {
    const query = encodeURIComponent(JSON.stringify({ ids: [first.__id, second.__id], ...body }))
    const answer = await server.call('GET', `/api/v1/instances?query=${query}`)
    assertDone(answer)
    return answer.body.result.result.map(({ __id }: { __id: string }) => __id)
  }
  assert.deepEqual(await ids({}), [second.__id, first.__id])
  assert.deepEqual(await ids({ filter: { tf: { __state: 'cancel' } } }), [second.__id])
  assert.deepEqual(await ids({ active: true, fields: { __name: true } }), [first.__id])
})

it('instances are filtered by process, version, variables, and the element at which they wait', async () => {
  const process = await aProcess(server.call)
  const first = await started(server.call, process, { note: 'one' })
  await publishVersion(server.call, process.code, 'approval', 'second')
  const second = await started(server.call, process, { note: 'two' })
  await started(server.call, await aProcess(server.call), { note: 'one' })
  const path = `/api/v1/instances?process=all.${process.code}`
  const idsOf = async (tf: object, more = '') => {
    const query = encodeURIComponent(JSON.stringify({ filter: { tf } }))
    const answer = await server.call('GET', `${path}${more}&query=${query}`)
    assertDone(answer)
    return answer.body.result.result.map(({ __id }: { __id: string }) => __id)
  }
  assert.deepEqual(await idsOf({}), [second.__id, first.__id])
  assert.deepEqual(await idsOf({ __templateVersion: { min: 2, max: 2 } }), [second.__id])
  assert.deepEqual(await idsOf({ note: 'one' }), [first.__id])
  assert.deepEqual(await idsOf({}, '&elementId=check'), [second.__id, first.__id])
  assert.deepEqual(await idsOf({ note: 'two' }, '&elementId=check'), [second.__id])
  assert.deepEqual(await idsOf({}, '&elementId=hurry'), [])
  const [task] = (await server.call('GET', `/api/v1/tasks?instanceId=${first.__id}`)).body.result.result
  assertDone(await server.call('POST', `/api/v1/tasks/${task.id}/complete`))
  assert.deepEqual(await idsOf({}, '&elementId=check'), [second.__id])
  assertRefused(await server.call('GET', '/api/v1/instances?elementId=check'), 400, 'input.wrong', /"process"/)
  const unknown = await server.call('GET', '/api/v1/instances?process=all.nothing')
  assertRefused(unknown, 404, 'process.not_found', /nothing/)
})
