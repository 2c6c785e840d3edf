import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { sql } from '../foundation/db/sql.ts'
import { systemClock } from '../foundation/kit/clock.ts'
import { newId } from '../foundation/kit/ids.ts'
import { type Caller, loadCaller, People, systemCaller } from '../people/index.ts'
import { authorize, type ObjectAccess, ResourceAccess, rowFilterSql } from './index.ts'
import {
  aFolder,
  aReport,
  createTables,
  type ReportRight,
  reportResource,
  reportRights,
} from './report-resource.fixture.ts'

let database: TestDatabase
let close: () => Promise<void>
let administrator: Caller
let reports: ObjectAccess<ReportRight, object>
let resource: ReturnType<typeof reportResource>
/** Users by login. The rules let the reader run open reports, and everyone view public ones. */
const users = { reader: '', author: '', guest: '' }

before(async () => {
  database = await openTestDatabase()
  const people = new People({ database, clock: systemClock })
  administrator = systemCaller(await people.administrator())
  for (const login of ['reader', 'author', 'guest'] as const) {
    users[login] = await people.createUser(administrator, { login, lastname: login })
  }
  await createTables(database)
  resource = reportResource([
    { to: [users.reader], may: ['run'], where: "[kind] = 'open'" },
    { to: ['everyone'], may: ['view'], where: "[kind] = 'public'" },
  ])
  reports = new ResourceAccess({ database, clock: systemClock }, resource)
  close = () => people.close()
})
after(async () => {
  await close()
  await database.close()
})

async function caller(login: keyof typeof users): Promise<Caller> {
  const found = await loadCaller(database.reader, users[login], 'test', new Date())
  assert.ok(found !== undefined)
  return found
}

/** Returns the ids of the reports to which the caller has the right. */
async function reportsWith(right: ReportRight, login: keyof typeof users): Promise<string[]> {
  const user = await caller(login)
  const filter = authorize(user, resource.open(user, {})).rows(right)
  const row = sql`r`
  const rows = await database.reader.rows<{ id: string }>(
    sql`select id::text from trial_report r where ${rowFilterSql(filter, row, true)}`,
  )
  return rows.map(({ id }) => id)
}

const auditOf = (id: string) =>
  database.reader.rows<{ object: string; before: string | null; after: string | null }>(
    sql`select object, before, after from audit where object like ${`grant:made.reports/${id}/%`} order by id`,
  )

describe('a resource of another module', () => {
  it('has a row filter made of rules, ownership and grants', async () => {
    const folder = await aFolder(database)
    const open = await aReport(database, { folder, kind: 'open', by: users.author })
    const closed = await aReport(database, { folder, kind: 'closed', by: users.author })
    const seen = await reportsWith('view', 'reader')
    assert.deepEqual([seen.includes(open), seen.includes(closed)], [true, false])
    assert.deepEqual((await reportsWith('run', 'author')).sort(), [open, closed].sort())
    assert.deepEqual(await reportsWith('view', 'guest'), [])

    await reports.grants.put(administrator, { id: closed }, users.guest, { rights: ['run'] })
    assert.deepEqual(await reportsWith('view', 'guest'), [closed], 'the right to run includes the right to view')
    assert.deepEqual(await reportsWith('share', 'guest'), [])
  })

  it('inherits the grants of its folder', async () => {
    const folder = await aFolder(database)
    const report = await aReport(database, { folder, kind: 'closed', by: users.author })
    assert.equal((await reportsWith('run', 'guest')).includes(report), false)
    await database.transaction(async (tx) => {
      await tx.rows(sql`insert into access_grant (space, object, subject, rights, created_at, created_by)
        values (${resource.open(administrator, {}).space}, ${folder}, ${users.guest}, '{run}', now(), ${users.author})`)
    })
    assert.equal((await reportsWith('run', 'guest')).includes(report), true)
    const { allowed, because } = await reports.explain(await caller('guest'), { id: report, right: 'run' })
    assert.deepEqual(
      [allowed, because.map(({ sentence }) => sentence)],
      [true, [`this user has a grant for run, inherited from ${folder}`]],
    )
  })

  it('has grants that only holders of the right can give, limited to their own rights, each with an audit entry', async () => {
    const folder = await aFolder(database)
    const id = await aReport(database, { folder, kind: 'open', by: users.author })
    const { grants } = reports
    let reader = await caller('reader')
    await assert.rejects(grants.list(await caller('guest'), { id }), { code: 'report.not_found' })
    await assert.rejects(grants.list(reader, { id: 'no id' }), { code: 'report.not_found' })
    await assert.rejects(grants.put(reader, { id }, users.guest, { rights: ['view'] }), { code: 'report.not_allowed' })

    await grants.put(await caller('author'), { id }, users.reader, { rights: ['share'], comment: 'for a week' })
    // A caller knows the spaces of the grants that existed when the caller was read.
    reader = await caller('reader')
    await grants.put(reader, { id }, users.guest, { rights: ['run'] })
    const tooHigh = await aReport(database, { folder, kind: 'closed', by: users.author })
    await grants.put(administrator, { id: tooHigh }, users.reader, { rights: ['share'] })
    await assert.rejects(grants.put(reader, { id: tooHigh }, users.guest, { rights: ['run'] }), {
      code: 'access.too_high',
    })
    await assert.rejects(grants.put(reader, { id }, newId(), { rights: ['view'] }), { code: 'access.unknown_subject' })

    const listed = await grants.list(reader, { id })
    assert.deepEqual(
      listed.map(({ name, kind, rights, comment }) => [name, kind, rights, comment]),
      [
        ['reader', 'user', ['share'], 'for a week'],
        ['guest', 'user', ['run'], ''],
      ],
    )
    await grants.remove(reader, { id }, users.guest)
    await assert.rejects(grants.remove(reader, { id }, users.guest), { code: 'access.grant_not_found' })
    const entries = await auditOf(id)
    assert.deepEqual(
      entries.map(({ object, before, after }) => [object.split('/')[2], before !== null, after !== null]),
      [
        [users.reader, false, true],
        [users.guest, false, true],
        [users.guest, true, false],
      ],
    )
    const row = await database.reader.row<{ changes: number }>(
      sql`select grant_changes as changes from trial_report where id = ${id}`,
    )
    assert.equal(row?.changes, 3, '`grantsChanged` ran once per change')
  })

  it('explains rules, ownership and grants; only administrators may ask about other users', async () => {
    const folder = await aFolder(database)
    const id = await aReport(database, { folder, kind: 'open', by: users.author })
    const reader = await caller('reader')
    const asked = await reports.explain(administrator, { id, right: 'run', userId: users.reader })
    assert.deepEqual([asked.allowed, asked.scope], [true, 'some'])
    assert.match(asked.because[0]!.sentence, /may run where \[kind\] = 'open'/)
    const own = await reports.explain(await caller('author'), { id, right: 'share' })
    assert.deepEqual(
      own.because.map(({ sentence }) => sentence),
      ['the creator may do everything'],
    )
    const other = await reports.explain(reader, { id, right: 'share' })
    assert.deepEqual([other.allowed, other.because], [false, []])
    await assert.rejects(reports.explain(reader, { right: 'run', userId: users.author }), { code: 'auth.not_allowed' })
    await assert.rejects(reports.explain(await caller('guest'), { id, right: 'run' }), { code: 'report.not_found' })
  })

  it('gives the same decision by the row filter and by the explanation, for every user, report and right', async () => {
    const folder = await aFolder(database)
    for (const kind of ['open', 'closed', 'public']) {
      const id = await aReport(database, { folder, kind, by: users.author })
      for (const login of ['reader', 'author', 'guest'] as const) {
        for (const right of reportRights.all) {
          const { allowed, because } = await reports.explain(administrator, { id, right, userId: users[login] })
          assert.equal((await reportsWith(right, login)).includes(id), allowed, `${login} ${right} ${kind}`)
          assert.equal(because.length > 0, allowed, `${login} ${right} ${kind}`)
        }
      }
    }
  })
})
