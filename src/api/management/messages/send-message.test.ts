import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { instanceOf } from '../incidents/incidents.fixture.ts'
import { waiting } from './messages.fixture.ts'

const server = useServer()
const send = (body: object) => server.call('POST', '/api/v1/messages', body)

describe('a message', () => {
  it('reaches the instance with its key and writes its values', async () => {
    const { name, start } = await waiting(server.call, 'message')
    const [one, other] = [await start('A-17'), await start('A-18')]
    const answer = await send({ name, correlationKey: 'A-18', context: { paidOn: '2026-03-02' } })
    assertDone(answer)
    assert.deepEqual(answer.body.instances, [{ instanceId: other, process: `all.${name}`, outcome: 'continued' }])
    const { __state, paidOn } = await instanceOf(server.call, other)
    assert.deepEqual([__state, paidOn], ['done', '2026-03-02T00:00:00Z'])
    assert.equal((await instanceOf(server.call, one)).__state, 'wait')
    assert.equal((await send({ name, correlationKey: 'A-18' })).body.reached, 0)
  })

  it('with values that do not fit the variables is refused with one problem for each, and changes nothing', async () => {
    const { name, start } = await waiting(server.call, 'message')
    const id = await start()
    const context = { paidOn: 'soon', checked: true, paidBy: 'x', number: 'A-17' }
    const answer = await send({ name, correlationKey: 'A-17', context })
    assertRefused(answer, 400, 'context.invalid', /./)
    assert.deepEqual(answer.body.problems.map(({ field }: Body) => field).sort(), ['checked', 'paidBy', 'paidOn'])
    assert.equal((await instanceOf(server.call, id)).__state, 'wait')
    assert.equal((await send({ name, correlationKey: 'A-17', context: { paidOn: '2026-03-02' } })).body.reached, 1)
  })

  it('needs a name, and its key is a text, a number or a boolean', async () => {
    for (const body of [{}, { name: '' }, { name: 'x'.repeat(300) }, { name: 5 }])
      assertRefused(await send(body), 400, 'input.wrong', /name/)
    assertRefused(await send({ name: 'x', correlationKey: {} }), 400, 'input.wrong', /correlationKey/)
  })
})
