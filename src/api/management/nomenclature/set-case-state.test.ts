import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aCase, management } from '../../v1/nomenclature/nomenclature.fixture.ts'

const server = useServer()

it('closes a case, opens it again and archives it', async () => {
  const { id } = await aCase(server.call)
  const set = (state: string) => server.call('POST', `${management}/${id}/state`, { state, comment: 'a reason' })
  const closed = await set('closed')
  assertDone(closed)
  assert.equal(closed.body.item.state, 'closed')
  assert.match(closed.body.item.closedOn, /^\d{4}-\d\d-\d\d$/)
  assertDone(await set('closed'))
  const open = await set('active')
  assertDone(open)
  assert.equal(open.body.item.closedOn, null)
  assertRefused(await set('archived'), 409, 'nomenclature.wrong_state', /active cannot become archived/)
  assertDone(await set('closed'))
  assertDone(await set('archived'))
  assertRefused(await set('active'), 409, 'nomenclature.wrong_state', /archived cannot become active/)
  assertRefused(await set('disposed'), 400, 'input.wrong', /state/)
})
