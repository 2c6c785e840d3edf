import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, aUser, type Everything, startEverything } from '../../../test/everything.ts'
import type { Body } from '../../../test/platform.ts'
import { aDocument, answered, aSheet, sheetOf, user } from '../../api/management/sheets/sheets.fixture.ts'
import { sql } from '../../foundation/db/sql.ts'

let started: Everything
before(async () => {
  started = await startEverything({ TEST_CLOCK: '1' })
})
after(() => started[Symbol.asyncDispose]())

const advance = async (by: string) => assertDone(await started.call('POST', '/api/v1/clock/advance', { by }))
const remindersOf = async (id: string): Promise<readonly string[]> =>
  (await sheetOf(started.call, id)).history
    .filter(({ kind }: Body) => kind === 'reminded')
    .map(({ details }: Body) => details.to)

describe('a reminder', () => {
  it('is written once before the due date of each respondent who has not answered', async () => {
    const [anna, boris] = [await aUser(started, { login: 'anna' }), await aUser(started, { login: 'boris' })]
    const stages = [{ respondents: [user(anna.id), user(boris.id)], due: 'P2D' }]
    const { id } = await aSheet(started.call, await aDocument(started.call), [], { stages, remindBefore: 'PT4H' })
    await advance('PT43H')
    assert.deepEqual(await remindersOf(id), [])
    await answered(anna.call, id, 'approved')
    await advance('PT2H')
    assert.deepEqual(await remindersOf(id), [boris.id])
    await advance('P3D')
    assert.deepEqual(await remindersOf(id), [boris.id])
  })

  it('and the due date count the working time of the calendar', async () => {
    const clara = await aUser(started, { login: 'clara' })
    const stages = [{ respondents: [user(clara.id)], due: 'P1D' }]
    const sheet = await aSheet(started.call, await aDocument(started.call), [], { stages, calendar: 'default' })
    const [{ openedAt, dueAt }] = sheet.respondents
    const weekday = new Date(dueAt).getUTCDay()
    assert.ok(Date.parse(dueAt) > Date.parse(openedAt))
    assert.ok(weekday >= 1 && weekday <= 5, dueAt)
  })
})

it('the history of a sheet cannot be changed, not even with SQL', async () => {
  const dora = await aUser(started, { login: 'dora' })
  const { id } = await aSheet(started.call, await aDocument(started.call), [dora.id])
  const { database } = started.platform
  for (const statement of [
    sql`update sheet_event set kind = 'ended' where sheet = ${id}`,
    sql`delete from sheet_event where sheet = ${id}`,
  ])
    await assert.rejects(database.single.rows(statement))
  assert.equal((await sheetOf(started.call, id)).history.length, 1)
})
