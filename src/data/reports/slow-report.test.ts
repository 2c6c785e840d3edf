// Runs on the embedded database only: there, reports share one session with all other work.
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../test/everything.ts'
import { useServer } from '../../../test/shared-server.ts'
import { applyReports, run } from './reports.fixture.ts'

const server = useServer()

it('a report without an end is stopped when other requests wait for it, and they are answered', async () => {
  await applyReports(server.call, 'endless', {
    'endless.yaml': 'name: Endless\ncolumns: [{ code: n, type: number }]\n',
    'endless.sql': 'with recursive r as (select 1 as n union all select 1 from r) select max(n) as n from r',
  })
  let isOver = false
  const report = run(server.call, 'endless.endless', {}).finally(() => {
    isOver = true
  })
  while (!isOver) assertDone(await server.call('POST', '/pub/v1/app/all/things/list', { size: 1 }))
  assertRefused(await report, 400, 'query.too_slow', /others had to wait/)
})
