import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, started } from '../../v1/bpm/bpm.fixture.ts'

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
