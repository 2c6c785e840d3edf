import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../test/everything.ts'
import { startEmptyPlatform } from '../../../test/platform.ts'
import { asSuperuser, ordinaryRole, testServerUrl } from '../../../test/postgres-server.ts'
import type { Database } from '../../foundation/db/database.ts'
import { id, Script, sql } from '../../foundation/db/sql.ts'
import { fieldTable } from '../applications/field-tables/field-table.ts'
import { applyReports, byStage, run } from './reports.fixture.ts'

const skip = testServerUrl() === undefined ? 'SKIPPED: no PostgreSQL server (TEST_DATABASE_URL)' : false
const role = 'chancery test reports'

describe('the role of reports', { skip }, () => {
  it('limits what the SQL of reports can do', async () => {
    await createRole()
    await using started = await startEmptyPlatform({ REPORT_ROLE: role, FIELD_TABLES_FROM: '0' })
    const { call, platform } = started
    await applyReports(call, 'roles', byStage)
    const report = () => run(call, 'roles.by_stage')
    assertRefused(
      await report(),
      400,
      'report.failed',
      /^the database role for reports lacks a right that roles\.by_stage needs$/,
    )

    const grants = `grant usage on schema public, bi to "${role}"; grant select on all tables in schema public to "${role}"`
    await platform.database.single.rows(new Script(grants))
    assertDone(await report())
    assertDone(
      await call('POST', '/pub/v1/app/roles/deals/create', { context: { title: 'a', amount: 1, stage: 'won' } }),
    )
    assert.equal((await report()).body.result.total, 1)
  })

  it('reads the field tables if it has the rights that the page describes when the server starts', async () => {
    await createRole()
    const prepareDatabase = async (database: Database) => {
      await database.single.rows(new Script(rights(role)))
    }
    await using started = await startEmptyPlatform({ REPORT_ROLE: role, FIELD_TABLES_FROM: '0' }, { prepareDatabase })
    const { call, platform } = started
    await applyReports(call, 'tables', byStage)
    assertDone(
      await call('POST', '/pub/v1/app/tables/deals/create', { context: { title: 'a', amount: 1, stage: 'won' } }),
    )
    const deals = platform.context.apps.catalog.application('tables', 'deals')!
    const amount = id(deals.fieldTable!.get('amount')!.name)
    await platform.database.single.rows(sql`update ${fieldTable(deals)} set ${amount} = 77`)
    const total = async () => (await run(call, 'tables.by_stage')).body.result.result[0].total
    assert.equal(await total(), 77)
    const revoke = sql`revoke select on ${fieldTable(deals)} from ${id(role)}`
    await platform.database.single.rows(revoke)
    assert.equal(await total(), 1)
  })

  it('must exist, or the server does not start', async () => {
    await assert.rejects(startEmptyPlatform({ REPORT_ROLE: 'nobody at all' }), /REPORT_ROLE: .*"nobody at all"/)
  })
})

/** Returns the SQL of docs/reports.md that gives a role its rights. */
function rights(name: string): string {
  const page = readFileSync(new URL('../../../docs/reports.md', import.meta.url), 'utf8')
  const statements = /```sql\ncreate role chancery_reports nologin;\n([\s\S]*?)^grant chancery_reports to/m.exec(
    page,
  )![1]!
  return statements.replaceAll('chancery_reports', `"${name}"`)
}

/** Creates the role on the server, as the page of reports describes; all databases of the server share the role. */
async function createRole(): Promise<void> {
  await asSuperuser(testServerUrl()!, (superuser) =>
    superuser.query(`do $$ begin create role "${role}"; exception when duplicate_object then null; end $$;
      grant "${role}" to ${ordinaryRole}`),
  )
}
