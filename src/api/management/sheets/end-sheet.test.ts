import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aDocument, answered, aSheet, assertAudited, sheets, statesOf } from './sheets.fixture.ts'

const server = useServer()

it('ends a familiarization; the others are no longer asked, and the history lists them', async () => {
  const [anna, boris, ivan] = [await server.user(), await server.user(), await server.user()]
  const document = await aDocument(ivan.call)
  const { id } = await aSheet(ivan.call, document, [anna.id, boris.id], { type: 'familiarization' })
  await answered(anna.call, id, 'informed')
  const end = (call = ivan.call) => call('POST', `${sheets}/${id}/end`, { reason: 'the week is over' })
  assertRefused(await end(boris.call), 403, 'sheet.not_allowed', /only its initiator/)
  const answer = await end()
  assertDone(answer)
  const { sheet } = answer.body
  assert.deepEqual([sheet.state, sheet.reason, sheet.endedBy], ['informed', 'the week is over', ivan.id])
  assert.deepEqual(statesOf(sheet), ['informed', 'cancelled'])
  assert.deepEqual(sheet.history.at(-1).details, {
    state: 'informed',
    reason: 'the week is over',
    notInformed: [boris.id],
  })
  assert.equal((await boris.call('GET', '/api/v1/tasks')).body.result.total, 0)
  assertRefused(await end(), 409, 'sheet.ended', /has ended/)
  await assertAudited(server.call, id, 3)
})

it('refuses to end an approval', async () => {
  const anna = await server.user()
  const { id } = await aSheet(server.call, await aDocument(server.call), [anna.id])
  const answer = await server.call('POST', `${sheets}/${id}/end`, { reason: 'enough' })
  assertRefused(answer, 409, 'sheet.not_familiarization', /cancel it/)
})
