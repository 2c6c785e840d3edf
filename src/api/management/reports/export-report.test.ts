import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertRefused, made } from '../../../../test/everything.ts'
import { adminToken } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { fileOf } from '../../../data/import/read/source-files.fixture.ts'
import { openTable } from '../../../data/import/read/table.ts'
import { applyReports } from '../../../data/reports/reports.fixture.ts'

const server = useServer()

const reports = {
  'deals.yaml': `name: Deals
parameters: [{ code: least, type: number }]
columns:
  - { code: title, name: Сделка, type: string }
  - { code: amount, name: '=Amount', type: number }
  - { code: large, type: boolean }
  - { code: closed, type: datetime, view: date }
  - { code: made, type: datetime }
  - { code: at, type: datetime, view: time }
  - { code: more, type: json }
sort: [{ column: title }]
`,
  'deals.sql': `select d.title, d.amount, d.amount > 1 as large, d.closed, timestamptz '2026-01-02 12:00Z' as made,
    time '18:00' as at, array[1.50, 2] as more from bi.NAMESPACE_deals d where :least is null or d.amount >= :least`,
  'long.yaml': 'name: Long\nparameters: [{ code: rows, type: number }]\ncolumns: [{ code: n, type: number }]\n',
  'long.sql': 'select n from generate_series(1, :rows::int) n',
}

async function download(path: string): Promise<{ headers: Headers; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${adminToken}` }
  const answer = await fetch(`${server.running().url}/api/v1/reports/${path}`, { headers })
  assert.equal(answer.status, 200)
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

async function rowsOf(bytes: Buffer) {
  const table = await openTable(fileOf(bytes))
  return [table.columns, ...(await Array.fromAsync(table.rows())).map(({ cells }) => cells)]
}

describe('the export of a report', () => {
  before(async () => {
    await applyReports(server.call, 'sold', reports)
    const deal = (title: string, amount: number | null, closed: string | null) =>
      made(server.call, '/pub/v1/app/sold/deals', { title, amount, closed })
    await deal('=cmd|calc', -1.5, '2026-02-01')
    await deal('a;"b"\n<c> & \u0007', 12.25, null)
  })

  it('as CSV has titles, all rows, and no text that a spreadsheet runs', async () => {
    const { headers, bytes } = await download('sold/deals/export?format=csv')
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(headers.get('content-disposition'), `attachment; filename*=UTF-8''sold-deals.csv`)
    assert.equal(
      String(bytes),
      `\ufeffСделка;'=Amount;large;closed;made;at;more\r\n` +
        `'=cmd|calc;-1.5;false;2026-02-01;2026-01-02T12:00:00Z;18:00:00;[1.50,2]\r\n` +
        `"a;""b""\n<c> & \u0007";12.25;true;;2026-01-02T12:00:00Z;18:00:00;[1.50,2]\r\n`,
    )
  })

  it('as XLSX has numbers, dates and texts as such', async () => {
    const { headers, bytes } = await download('sold/deals/export?format=xlsx')
    assert.equal(headers.get('content-type'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    assert.deepEqual(await rowsOf(bytes), [
      ['Сделка', '=Amount', 'large', 'closed', 'made', 'at', 'more'],
      ['=cmd|calc', '-1.5', 'false', '2026-02-01', '2026-01-02T12:00:00Z', '18:00:00', '[1.50,2]'],
      ['a;"b"\n<c> & ', '12.25', 'true', null, '2026-01-02T12:00:00Z', '18:00:00', '[1.50,2]'],
    ])
  })

  it('takes the parameters, filters and order of the list', async () => {
    const query = encodeURIComponent(JSON.stringify({ filter: { tf: { least: 0, title: 'b' } } }))
    const rows = await rowsOf((await download(`sold/deals/export?query=${query}`)).bytes)
    assert.deepEqual(
      rows.slice(1).map(([title]) => title),
      ['a;"b"\n<c> & \u0007'],
    )
    const sort = encodeURIComponent(JSON.stringify([{ column: 'amount', ascend: false }]))
    const sorted = await rowsOf((await download(`sold/deals/export?sortExpressions=${sort}`)).bytes)
    assert.deepEqual(
      sorted.slice(1).map((cells) => cells[1]),
      ['12.25', '-1.5'],
    )
  })

  it('has as many rows as the report, beyond the pages of lists', async () => {
    for (const format of ['csv', 'xlsx']) {
      const { bytes } = await download(`sold/long/export?format=${format}&filter={"tf":{"rows":30000}}`)
      const rows = await rowsOf(bytes)
      assert.deepEqual([rows.length, rows.at(-1)], [30_001, ['30000']])
    }
  })

  it('is refused like the list, and for an unknown format', async () => {
    const call = (path: string) => server.call('GET', `/api/v1/reports/${path}`)
    assertRefused(await call('sold/nothing/export'), 404, 'report.not_found', /not found/)
    assertRefused(await call('sold/deals/export?format=pdf'), 400, 'input.wrong', /format/)
    assertRefused(await call('sold/deals/export?filter={"tf":{"lest":1}}'), 400, 'report.parameter_unknown', /"least"/)
    assertRefused(
      await call('sold/long/export?filter={"tf":{"rows":200000}}'),
      400,
      'report.too_many_rows',
      /more than/,
    )
  })
})
