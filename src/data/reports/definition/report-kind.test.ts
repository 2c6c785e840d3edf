import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { readZip } from '../../../solutions/files/read-zip.ts'
import { applyReports, byStage, deals, problemsOf, run, solutionWith } from '../reports.fixture.ts'

const columns = 'name: R\ncolumns: [{ code: n, type: number }]\n'

describe('reports of a solution', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
  })
  after(() => started[Symbol.asyncDispose]())

  const problems = (text: string, yaml = columns) => problemsOf(started.call, 'bad', { 'r.sql': text, 'r.yaml': yaml })

  it('are added and changed, and the same files give no changes', async () => {
    assert.deepEqual(await applyReports(started.call, 'first', byStage), [
      'adds the report first.by_stage "Deals by stage"',
    ])
    assert.deepEqual(await applyReports(started.call, 'first', byStage), [])
    const changed = {
      'by_stage.sql': byStage['by_stage.sql']!.replace('sum(', 'max('),
      'by_stage.yaml': byStage['by_stage.yaml']!.replace('Deals by stage', 'By stage'),
    }
    assert.deepEqual(await applyReports(started.call, 'first', changed), [
      'changes the report first.by_stage: name, SQL',
    ])
  })

  it('are removed with consent only', async () => {
    await applyReports(started.call, 'second', byStage)
    const zip = await solutionWith('second', {})
    const refused = await started.call('POST', '/api/v1/solutions/apply', zip)
    assert.match(refused.body.error, /removes the report second\.by_stage/)
    assert.deepEqual(await applyReports(started.call, 'second', {}), ['removes the report second.by_stage'])
    assert.equal((await run(started.call, 'second.by_stage')).body.code, 'report.not_found')
  })

  it('are exported byte by byte, have no drift, and can be exported as a package', async () => {
    const reports = { ...byStage, 'odd.sql': '\n\nselect 1 as n -- ё\r\n;', 'odd.yaml': columns }
    await applyReports(started.call, 'third', reports)
    const { zip } = await started.platform.context.apps.solutions.export('third')
    const exported = await readZip(Buffer.from(zip))
    const text = (path: string) => String(Buffer.from(exported.get(`namespaces/third/reports/${path}`) as Uint8Array))
    assert.equal(text('odd.sql'), reports['odd.sql'])
    assert.equal(text('by_stage.sql'), byStage['by_stage.sql']!.replaceAll('NAMESPACE', 'third'))
    const again = await started.call('POST', '/api/v1/solutions/plan', Buffer.from(zip))
    assertDone(again)
    assert.deepEqual(again.body.changes, [])
    const drift = await started.call('GET', '/api/v1/solutions/third/drift')
    assert.deepEqual(drift.body.drift, [])
    const exportable = await started.call('GET', '/pub/v1/scheme/solutions/third/exportable')
    assert.equal(exportable.body.exportable, true)

    const foreign = { 'n.yaml': columns, 'n.sql': 'select count(*) as n from bi.third_deals, bi.borrower_deals' }
    await applyReports(started.call, 'borrower', foreign)
    const { body } = await started.call('GET', '/pub/v1/scheme/solutions/borrower/exportable')
    assert.deepEqual(body.reasons, [{ code: 'outside_application', path: 'borrower.n', ref: 'third.deals' }])
  })

  it('are refused with the line of the SQL and a helpful sentence', async () => {
    const rows: [text: string, problem: string][] = [
      ['select 1 as n\nfrom bi.bad_deal', 'r.sql:1 there is no table bi.bad_deal; did you mean "bad_deals"?'],
      [
        'select 1 as n\nfrom bad_deals',
        'r.sql:2 relation "bad_deals" does not exist; a report reads only tables written as bi.name',
      ],
      [
        'select count(*) as n\nfrom bi.bad_deals d\nwhere d.titel is null',
        'r.sql:3 column d.titel does not exist; Perhaps you meant to reference the column "d.title".',
      ],
      ['select 1 as n where :form = 1', 'r.sql:1 there is no parameter ":form"'],
      [
        'select 1 as m',
        'r.sql:1 the SQL returns no column "n"; did you mean "m"?,r.sql:1 the SQL returns the column "m" (integer), which is not declared; did you mean "n"?',
      ],
      ["select 'x' as n", 'r.sql:1 the column "n" is declared as number, but the SQL returns text'],
      ['select 1 as n; select 2', 'r.sql:1 a report is one statement; nothing may follow its semicolon'],
      ['', 'r.sql:1 the file holds no statement'],
    ]
    for (const [text, problem] of rows) assert.deepEqual((await problems(text)).join(), problem, text)
  })

  it('are refused when the YAML file contradicts itself', async () => {
    const one = (yaml: string) => problems('select 1 as n', `${columns}${yaml}`)
    assert.deepEqual(await one('parameters: [{ code: now, type: string }]'), ['r.yaml:3 :now exists in every report'])
    assert.deepEqual(await one('parameters: [{ code: n, type: string }]'), [
      'r.yaml:3 "n" is the code of a column, too',
    ])
    assert.deepEqual(await one('parameters: [{ code: m, type: string }]'), [
      'r.sql:1 the SQL does not use the parameter ":m"',
    ])
    assert.deepEqual(await one('sort: [{ column: nn }]'), ['r.yaml:3 there is no column "nn"; did you mean "n"?'])
    assert.deepEqual(await one('access: { rows: all }'), [
      'r.yaml:3 a report that reads all rows must name who may run it: add access.to',
    ])
    assert.match((await one('access: { to: [bad.nobody] }')).join(), /there is no group "bad.nobody"/)
    const moment = "select '2026-01-01'::timestamp as n"
    assert.deepEqual(await problems(moment, columns.replace('number', 'datetime')), [
      `r.sql:1 the column "n" is declared as datetime, but the SQL returns timestamp without time zone; add: at time zone 'UTC'`,
    ])
    assert.match((await problemsOf(started.call, 'bad', { 'r.yaml': columns })).join(), /r\.sql is missing/)
  })

  it('are checked against the applications of the same solution as they will be', async () => {
    await applyReports(started.call, 'fourth', byStage)
    const without = { 'namespaces/fourth/apps/deals.yaml': deals.replace('code: amount', 'code: sum') }
    assert.match((await problemsOf(started.call, 'fourth', byStage, without)).join(), /column d\.amount does not exist/)
  })

  it('without parameters have a view for SQL tools, which follows the applications', async () => {
    const report = {
      'all.yaml': 'name: All\ncolumns: [{ code: n, type: number }, { code: age, type: number }]\n',
      'all.sql': `select count(*) as n, max(extract(epoch from :now - d.created_at)) as age
        from bi.NAMESPACE_deals d where d.title <> '$1'`,
    }
    await applyReports(started.call, 'fifth', { ...byStage, ...report })
    const { reader } = started.platform.database
    assertDone(await started.call('POST', '/pub/v1/app/fifth/deals/create', { context: { title: 'a', amount: 1 } }))
    const view = sql`select n::int as n, age >= 0 as age from bi.report$fifth_all`
    assert.deepEqual(await reader.rows(view), [{ n: 1, age: true }])
    const { body } = await started.call('GET', '/api/v1/reports/fifth/all')
    assert.equal(body.view, 'bi.report$fifth_all')
    assert.equal((await started.call('GET', '/api/v1/reports/fifth/by_stage')).body.view, null)

    const changed = deals.replace('{ code: title, type: string }', '{ code: title, name: Heading, type: string }')
    await applyReports(
      started.call,
      'fifth',
      { ...byStage, ...report },
      { 'namespaces/fifth/apps/deals.yaml': changed },
    )
    assert.deepEqual(await reader.rows(view), [{ n: 1, age: true }])
    await applyReports(started.call, 'fifth', byStage)
    await assert.rejects(reader.rows(view), /does not exist/)
  })

  it('that another view reads can be changed after that view was dropped', async () => {
    const report = (text: string) => ({ 'all.yaml': columns, 'all.sql': text })
    await applyReports(started.call, 'sixth', report('select 1 as n'))
    await started.platform.database.single.rows(
      sql`create view public.reads_sixth as select n from bi.report$sixth_all`,
    )
    const zip = await solutionWith('sixth', report('select 2 as n'))
    const answer = await started.call('POST', '/api/v1/solutions/apply', zip)
    assert.deepEqual([answer.status, answer.body.code], [400, 'definition.view_in_use'])
    await started.platform.database.single.rows(sql`drop view public.reads_sixth`)
    assertDone(await started.call('POST', '/api/v1/solutions/apply', zip))
  })
})
