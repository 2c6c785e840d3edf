import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Everything, startEverything } from '../../../../test/everything.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { alone, rehearse } from '../../../foundation/db/unit-of-work.ts'
import { systemCaller } from '../../../people/index.ts'
import { processReportsFolder } from '../../../process/index.ts'
import { recordReportsFolder } from '../../../records/index.ts'
import { withoutBinding } from '../../applications/unbound.ts'
import { readBuiltInReports } from '../built-in-reports.ts'
import { reportProblems } from '../definition/report-problems.ts'
import { applicationRows, applicationTable } from './application-table.store.ts'
import type { TableShape } from './report-table.ts'
import { userTable } from './user-table.store.ts'

describe('the tables that reports can read', () => {
  let started: Everything
  before(async () => {
    started = await startEverything()
  })
  after(() => started[Symbol.asyncDispose]())

  /** Returns the columns of a SELECT as the database describes them, as names and types. */
  async function described(select: Parameters<typeof withoutBinding>[0]): Promise<string[]> {
    const { database } = started.platform
    return rehearse(alone(database), async (tx) => {
      await tx.rows(withoutBinding(sql`create view bi.described as ${select}`))
      const rows = await tx.rows<{ column: string }>(sql`
        select attname || ' ' || format_type(atttypid, null) as column from pg_attribute
        where attrelid = to_regclass('bi.described') and attnum > 0 order by attnum`)
      return rows.map(({ column }) => column)
    })
  }
  async function declared({ columns }: TableShape): Promise<string[]> {
    const rows = await started.platform.database.reader.rows<{ type: string }>(sql`
      select format_type(name::regtype, null) as type
      from unnest(${columns.map(({ type }) => type)}::text[]) with ordinality n (name, place) order by place`)
    return columns.map(({ name }, index) => `${name} ${rows[index]!.type}`)
  }

  it('have the declared columns', async () => {
    const caller = systemCaller(started.userId)
    const { registry, processes } = started.platform.context
    for (const table of [userTable, ...registry.reportTables, ...processes.reportTables])
      assert.deepEqual(await described(table.rows(caller)), await declared(table), table.name)
    const { apps } = started.platform.context
    for (const application of apps.catalog.applications()) {
      const table = applicationTable(application)
      const rows = applicationRows(application, apps.findFor(caller), undefined)
      assert.deepEqual(await described(rows), await declared(table), table.name)
      const none = applicationRows(application, () => undefined, undefined)
      assert.deepEqual(await described(none), await declared(table), table.name)
    }
  })

  it('are enough for the reports of the platform, which the database accepts', async () => {
    const { registry, processes } = started.platform.context
    const known = [userTable, ...registry.reportTables, ...processes.reportTables]
    const tables = new Map(known.map((table) => [table.name, table]))
    const reports = [recordReportsFolder, processReportsFolder].flatMap((folder) => readBuiltInReports(folder))
    assert.ok(reports.length > 0)
    for (const report of reports.map((inLanguage) => inLanguage())) {
      const problems = await reportProblems(report, tables, (work) => rehearse(alone(started.platform.database), work))
      assert.deepEqual(problems, [], report.code)
    }
  })
})
