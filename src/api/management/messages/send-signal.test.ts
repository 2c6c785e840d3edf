import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { instanceOf } from '../incidents/incidents.fixture.ts'
import { waiting } from './messages.fixture.ts'

const server = useServer()
const send = (body: object) => server.call('POST', '/api/v1/signals', body)

describe('a signal', () => {
  it('reaches every instance that waits for it', async () => {
    const { name, start } = await waiting(server.call, 'signal')
    const ids = [await start(), await start()]
    const answer = await send({ name, context: { paidOn: '2026-03-02' } })
    assert.equal(answer.body.reached, 2)
    for (const id of ids) {
      let instance = await instanceOf(server.call, id)
      for (let round = 0; instance.__state !== 'done' && round < 3_000; round++) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        instance = await instanceOf(server.call, id)
      }
      assert.deepEqual([instance.__state, instance.paidOn], ['done', '2026-03-02T00:00:00Z'])
    }
    assert.equal((await send({ name })).body.reached, 0)
  })

  it('with values that do not fit the variables is refused with one problem for each, and reaches nobody', async () => {
    const { name, start } = await waiting(server.call, 'signal')
    const id = await start()
    const answer = await send({ name, context: { paidOn: 'soon', checked: true, paidBy: 'x' } })
    assertRefused(answer, 400, 'context.invalid', /./)
    assert.deepEqual(answer.body.problems.map(({ field }: Body) => field).sort(), ['checked', 'paidBy', 'paidOn'])
    assert.equal((await instanceOf(server.call, id)).__state, 'wait')
  })

  it('needs a name', async () => {
    for (const body of [{}, { name: '' }, { name: 'x'.repeat(300) }])
      assertRefused(await send(body), 400, 'input.wrong', /name/)
  })
})
