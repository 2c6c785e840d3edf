import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { caseWith, registered, registrations, useLetterbox, verified } from '../registrations/letters.fixture.ts'

const server = useLetterbox()

const isFound = async (hash: string): Promise<boolean> =>
  (await server.call('GET', `/api/v1/audit/verify/journals?expect=${hash}`)).body.found

/** Changes rows by hand, as somebody with access to the database could. */
async function tamper(...statements: Sql[]): Promise<void> {
  await server.running().platform.database.transaction(async (tx) => {
    await tx.rows(sql`alter table registration_entry disable trigger append_only`)
    await tx.rows(sql`grant update, delete on registration_entry to current_user`)
    for (const statement of statements) await tx.rows(statement)
    await tx.rows(sql`revoke update, delete on registration_entry from current_user`)
    await tx.rows(sql`alter table registration_entry enable trigger append_only`)
  })
}

async function aJournal() {
  const { id } = await caseWith(server.call, { editAfterRegistration: true, reserveEnabled: true, template: 'J/{seq}' })
  const all = [await registered(server.call, id), await registered(server.call, id), await registered(server.call, id)]
  assertDone(await server.call('POST', `${registrations}/${all[0].id}/annul`, { reason: 'a' }))
  assertDone(await server.call('POST', `${registrations}/${all[1].id}/correct`, { card: { sheets: 5 }, reason: 'a' }))
  return { id, all }
}

it('finds journals as they were written', async () => {
  const { id } = await aJournal()
  const { rows, problems, hash } = await verified(server.call, id)
  assert.deepEqual([rows, problems], [5, []])
  assert.match(hash, /^[0-9a-f]{64}$/)
  assert.deepEqual([await isFound(hash), await isFound('00'.repeat(32)), await isFound('x')], [true, false, false])
})

it('names a registration that was changed by hand', async () => {
  const { id, all } = await aJournal()
  await tamper(sql`update registration set registered_on = '2020-01-01' where id = ${all[2].id}`)
  assert.deepEqual((await verified(server.call, id)).problems, [
    'registration J/3 differs from its last row in the journal',
  ])
})

it('names a row of the journal that was changed or removed by hand', async () => {
  const { id } = await aJournal()
  await tamper(
    sql`update registration_entry set content = replace(content, '"J/2"', '"J/9"') where serial = ${id} and no = 2`,
  )
  assert.deepEqual((await verified(server.call, id)).problems, ['row 2 (number J/9) was changed'])
  await tamper(sql`delete from registration_entry where serial = ${id} and no = 2`)
  assert.deepEqual((await verified(server.call, id)).problems, ['row 2 is missing'])
})

it('finds rows that were removed from the end, by the counter or by a hash that was kept elsewhere', async () => {
  const { id, all } = await aJournal()
  const four = await registered(server.call, id)
  const kept = (await verified(server.call, id)).hash
  await tamper(
    sql`delete from registration_entry where registration = ${four.id}`,
    sql`delete from registration where id = ${four.id}`,
  )
  assert.match((await verified(server.call, id)).problems[0], /there are 5 rows, but the counter says 6/)
  await tamper(sql`update registration_counter c set rows = 5, last = 3, hash = e.hash from registration_entry e
    where c.serial = ${id} and e.serial = c.serial and e.no = 5`)
  assert.deepEqual((await verified(server.call, id)).problems, [])
  assert.equal(await isFound(kept), false)
  assert.equal(all.length, 3)
})

it('refuses to change a row of the journal without such means', async () => {
  const { id } = await aJournal()
  const change = sql`update registration_entry set act = 'annul' where serial = ${id}`
  await assert.rejects(server.running().platform.database.single.rows(change), /only ever added|permission denied/)
})

it('is for administrators', async () => {
  const user = await server.user()
  assertRefused(await user.call('GET', '/api/v1/audit/verify/journals'), 403, 'auth.not_allowed', /administrators/)
})
