import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDocument, answered, aSheet, assertAudited, sheets, statesOf } from './sheets.fixture.ts'

const server = useServer()

it('gives the answer to another user, who answers in place of the respondent', async () => {
  const [anna, boris, clara] = [await server.user(), await server.user(), await server.user()]
  const { id } = await aSheet(server.call, await aDocument(server.call), [anna.id, clara.id])
  const delegate = (userId: string) => anna.call('POST', `${sheets}/${id}/delegate`, { userId, comment: 'please' })
  assertRefused(await delegate(newId()), 400, 'sheet.wrong_respondent', /no active user/)
  assertRefused(await delegate(clara.id), 400, 'sheet.wrong_respondent', /already a respondent/)
  const delegated = await delegate(boris.id)
  assertDone(delegated)
  const { respondents, history } = delegated.body.sheet as Body
  assert.deepEqual(statesOf(delegated.body.sheet), ['delegated', 'pending', 'pending'])
  assert.deepEqual([respondents[1].userId, respondents[1].delegatedFrom], [boris.id, respondents[0].id])
  assert.deepEqual(history.at(-1).details, { from: anna.id, to: boris.id, comment: 'please' })
  assertRefused(await delegate(boris.id), 409, 'sheet.not_pending', /given before/)
  await answered(boris.call, id, 'approved')
  assert.equal((await answered(clara.call, id, 'approved')).state, 'approved')
  await assertAudited(server.call, id, 4)
})
