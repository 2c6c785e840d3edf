import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused, listed } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, started } from './bpm.fixture.ts'

const server = useServer()
const list = `${bpm}/instance/bytarget/list`

it('the instances for a target are listed across processes, by GET and by POST', async () => {
  const target = `order-${process.pid}`
  const first = await started(server.call, await aProcess(server.call), { __target: target })
  const second = await started(server.call, await aProcess(server.call, 'straight'), { __target: target })
  const found = async (body: object) => (await listed(server.call, list, body)).items.map(({ __id }) => __id)
  assert.deepEqual(await found({ target }), [second.__id, first.__id])
  assert.deepEqual(await found({ target, active: true }), [first.__id])
  assert.deepEqual(await found({ target, size: 1, from: 1 }), [first.__id])
  assert.deepEqual(await found({ target: 'order' }), [])
  for (const query of [`query=${JSON.stringify({ target })}`, `target=${target}`]) {
    const { body } = await server.call('GET', `${list}?${query}`)
    assert.equal(body.result.total, 2)
  }
  const { items } = await listed(server.call, list, { target, active: true })
  assert.equal(items[0]!.amount, '10.5')
})

it('a target is required', async () => {
  for (const body of [{}, { target: '' }, { target: null }])
    assertRefused(await server.call('POST', list, body), 400, 'input.wrong', /"target"/)
})
