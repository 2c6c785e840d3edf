import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused, listed } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, publishVersion, started, type TestProcess } from './bpm.fixture.ts'

const server = useServer()
let approval: TestProcess
let ids: string[]

const numbers = async (body: object = {}) =>
  (await listed(server.call, approval.list, body)).items.map(({ __id }) => ids.indexOf(__id) + 1)

describe('the list of instances of a process', () => {
  before(async () => {
    approval = await aProcess(server.call)
    ids = []
    for (const amount of ['3', '20', '100.5']) ids.push((await started(server.call, approval, { amount })).__id)
    assertDone(await server.call('POST', `${bpm}/instance/${ids[2]}/interrupt`))
  })

  it('is filtered and sorted by variables as numbers, by GET and by POST', async () => {
    const sortExpressions = [{ field: 'amount', ascending: true }]
    assert.deepEqual(await numbers({ sortExpressions }), [1, 2, 3])
    const filter = { tf: { amount: { min: 10, max: null } } }
    assert.deepEqual((await numbers({ filter })).sort(), [2, 3])
    assert.deepEqual(await numbers({ filter, active: true }), [2])
    const query = encodeURIComponent(JSON.stringify({ filter, active: true, fields: { amount: true } }))
    const answer = await server.call('GET', `${approval.list}?query=${query}`)
    assertDone(answer)
    assert.deepEqual(answer.body.result, { result: [{ __id: ids[1], amount: '20' }], total: 1 })
    const plain = await server.call('GET', `${approval.list}?from=0&size=2`)
    assert.deepEqual([plain.body.result.result.length, plain.body.result.total], [2, 3])
  })

  it('needs no body, and an empty one means the first ten', async () => {
    for (const body of [undefined, '', '{}', '[]', 'null']) {
      const answer = await server.call('POST', approval.list, body)
      assertDone(answer)
      assert.equal(answer.body.result.total, 3)
    }
  })

  it('contains the instances of all versions, by the variables of the newest version', async () => {
    const process = await aProcess(server.call)
    const old = await started(server.call, process)
    await publishVersion(server.call, process.code, 'approval', 'Approval, second edition')
    const fresh = await started(server.call, process)
    const { items } = await listed(server.call, process.list)
    assert.deepEqual(
      items.map(({ __id, __template }) => [__id, __template.version, __template.name]),
      [
        [fresh.__id, 2, 'Approval, second edition'],
        [old.__id, 1, 'Approval, second edition'],
      ],
    )
  })

  it('is refused for an unknown process and an unknown field', async () => {
    const unknown = await server.call('POST', `${bpm}/instance/bytemplate/all/nothing/list`, {})
    assertRefused(unknown, 404, 'process.not_found', /not found/)
    const answer = await server.call('POST', approval.list, { filter: { tf: { amont: 1 } } })
    assertRefused(answer, 400, 'query.unknown_field', /did you mean "amount"\?/)
  })
})
