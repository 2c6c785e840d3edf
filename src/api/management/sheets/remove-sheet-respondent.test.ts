import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDocument, answered, aSheet, sheets, statesOf } from './sheets.fixture.ts'

const server = useServer()

it('takes back the question to a user who has not answered; the remaining answers may end the sheet', async () => {
  const [anna, boris] = [await server.user(), await server.user()]
  const { id, respondents } = await aSheet(server.call, await aDocument(server.call), [anna.id, boris.id])
  const remove = (respondentId: string) =>
    server.call('POST', `${sheets}/${id}/respondents/${respondentId}/remove`, { reason: 'left the company' })
  await answered(anna.call, id, 'approved')
  assertRefused(await remove(newId()), 400, 'sheet.wrong_respondent', /no respondent/)
  assertRefused(await remove(respondents[0].id), 409, 'sheet.not_pending', /already answered/)
  const removed = await remove(respondents[1].id)
  assertDone(removed)
  assert.deepEqual([removed.body.sheet.state, statesOf(removed.body.sheet)], ['approved', ['approved', 'removed']])
  assert.equal(removed.body.sheet.respondents[1].comment, 'left the company')
})

it('keeps at least one respondent in a stage', async () => {
  const anna = await server.user()
  const { id, respondents } = await aSheet(server.call, await aDocument(server.call), [anna.id])
  const path = `${sheets}/${id}/respondents/${respondents[0].id}/remove`
  assertRefused(await server.call('POST', path, { reason: 'r' }), 400, 'sheet.wrong_respondent', /no respondents/)
})
