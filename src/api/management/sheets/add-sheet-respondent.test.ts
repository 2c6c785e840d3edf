import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aDocument, answered, aSheet, sheets, statesOf, user } from './sheets.fixture.ts'

const server = useServer()

it('asks a further user in the stage in progress or in a later stage, with a reason', async () => {
  const [anna, boris, clara] = [await server.user(), await server.user(), await server.user()]
  const ivan = await server.user()
  const stages = [{ respondents: [user(anna.id)] }, { respondents: [user(boris.id)] }]
  const { id } = await aSheet(ivan.call, await aDocument(ivan.call), [], { stages })
  const add = (more: object) =>
    ivan.call('POST', `${sheets}/${id}/respondents`, { userId: clara.id, reason: 'knows the matter', ...more })
  assertRefused(await add({ stage: 3 }), 400, 'sheet.wrong_respondent', /stage 3 has ended or does not exist/)
  assertRefused(await add({ userId: anna.id }), 400, 'sheet.wrong_respondent', /already a respondent/)
  assertRefused(
    await anna.call('POST', `${sheets}/${id}/respondents`, { userId: clara.id, reason: 'r' }),
    403,
    'sheet.not_allowed',
    /./,
  )
  const added = await add({})
  assertDone(added)
  assert.deepEqual(statesOf(added.body.sheet), ['pending', 'pending', 'waiting'])
  assert.equal(added.body.sheet.history.at(-1).details.reason, 'knows the matter')
  await answered(anna.call, id, 'approved')
  assert.deepEqual(statesOf(await answered(clara.call, id, 'approved')), ['approved', 'approved', 'pending'])
  assertRefused(await add({ stage: 1 }), 400, 'sheet.wrong_respondent', /the stage in progress is 2/)
  assertDone(await add({ stage: 2 }))
  await answered(boris.call, id, 'approved')
  assert.equal((await answered(clara.call, id, 'approved')).state, 'approved')
  assertRefused(await add({}), 409, 'sheet.ended', /./)
})
