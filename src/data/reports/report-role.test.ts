import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../test/everything.ts'
import { startEmptyPlatform } from '../../../test/platform.ts'
import { asSuperuser, ordinaryRole, testServerUrl } from '../../../test/postgres-server.ts'
import { Script } from '../../foundation/db/sql.ts'
import { applyReports, byStage, run } from './reports.fixture.ts'

const skip = testServerUrl() === undefined ? 'SKIPPED: no PostgreSQL server (TEST_DATABASE_URL)' : false
const role = 'chancery test reports'

describe('the role of reports', { skip }, () => {
  it('limits what the SQL of reports can do', async () => {
    await createRole()
    await using started = await startEmptyPlatform({ REPORT_ROLE: role })
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

  it('must exist, or the server does not start', async () => {
    await assert.rejects(startEmptyPlatform({ REPORT_ROLE: 'nobody at all' }), /REPORT_ROLE: .*"nobody at all"/)
  })
})

/** Creates the role on the server, as the page of reports describes; all databases of the server share the role. */
async function createRole(): Promise<void> {
  await asSuperuser(testServerUrl()!, (superuser) =>
    superuser.query(`do $$ begin create role "${role}"; exception when duplicate_object then null; end $$;
      grant "${role}" to ${ordinaryRole}`),
  )
}
