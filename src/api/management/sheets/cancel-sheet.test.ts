import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aDocument, answered, aSheet, sheets, statesOf } from './sheets.fixture.ts'

const server = useServer()

it('ends the sheet with a reason; given answers stay', async () => {
  const [anna, boris, ivan] = [await server.user(), await server.user(), await server.user()]
  const document = await aDocument(ivan.call)
  const { id } = await aSheet(ivan.call, document, [anna.id, boris.id])
  await answered(anna.call, id, 'approved')
  const cancel = (call = ivan.call) => call('POST', `${sheets}/${id}/cancel`, { reason: 'withdrawn' })
  assertRefused(await cancel(boris.call), 403, 'sheet.not_allowed', /only its initiator/)
  const cancelled = await cancel()
  assertDone(cancelled)
  const { sheet } = cancelled.body
  assert.deepEqual([sheet.state, sheet.reason, sheet.endedBy], ['cancelled', 'withdrawn', ivan.id])
  assert.deepEqual(statesOf(sheet), ['approved', 'cancelled'])
  assertRefused(await cancel(), 409, 'sheet.ended', /was cancelled/)
  assert.equal((await aSheet(ivan.call, document, [boris.id])).round, 2)
})
