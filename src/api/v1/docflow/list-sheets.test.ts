import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDocument, answered, aSheet, sheets } from '../../management/sheets/sheets.fixture.ts'

const server = useServer()

it('lists the sheets of an element with the answers of their respondents, newest first', async () => {
  const [anna, boris, clara] = [await server.user(), await server.user(), await server.user()]
  const document = await aDocument(server.call)
  const path = `/pub/v1/docflow/all/things/${document.id}/lists`
  const empty = await server.call('POST', path)
  assertDone(empty)
  assert.deepEqual(empty.body.result, [])

  const first = await aSheet(server.call, document, [anna.id, boris.id])
  await answered(anna.call, first.id, 'approvedWithRemarks', { comment: 'mind the date' })
  assertDone(await boris.call('POST', `${sheets}/${first.id}/delegate`, { userId: clara.id }))
  const second = await aSheet(server.call, document, [anna.id], { type: 'familiarization' })
  await answered(anna.call, second.id, 'informed')

  const answer = await boris.call('POST', path, {})
  assertDone(answer)
  const [informing, approval] = answer.body.result
  assert.deepEqual([informing.id, informing.type, informing.status], [second.id, 'informing', 'informed'])
  assert.deepEqual([approval.id, approval.type, approval.status], [first.id, 'approval', 'inProgress'])
  const [byAnna, byBoris, byClara] = approval.respondents
  assert.match(byAnna.responseTime, /Z$/)
  const { responseTime: _, ...rest } = byAnna
  const noFile = { fileId: null, substituteId: null }
  assert.deepEqual(rest, { id: anna.id, status: 'approved', comment: 'mind the date', ...noFile })
  assert.deepEqual([byBoris.id, byBoris.status], [boris.id, 'delegated'])
  assert.deepEqual(byClara, { id: clara.id, status: 'none', comment: '', responseTime: null, ...noFile })
})

it('lists the sheets of the named types; other names are refused', async () => {
  const anna = await server.user()
  const document = await aDocument(server.call)
  for (const type of ['approval', 'familiarization']) await aSheet(server.call, document, [anna.id], { type })
  const path = `/pub/v1/docflow/all/things/${document.id}/lists`
  for (const [types, count] of [
    [[], 2],
    [['approval'], 1],
    [['informing'], 1],
    [['approval', 'informing'], 2],
  ] as const) {
    const answer = await anna.call('POST', path, { types })
    assertDone(answer)
    assert.equal(answer.body.result.length, count)
  }
  assertRefused(await anna.call('POST', path, { types: ['letters'] }), 400, 'input.wrong', /types/)
  const missing = await anna.call('POST', `/pub/v1/docflow/all/things/${newId()}/lists`)
  assertRefused(missing, 404, 'element.not_found', /not found/)
})
