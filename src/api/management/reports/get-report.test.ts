import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { applyReports, byStage } from '../../../data/reports/reports.fixture.ts'

const server = useServer()

it('returns a report, to administrators with its SQL and its view', async () => {
  await applyReports(server.call, 'shown', byStage)
  const { body } = await server.call('GET', '/api/v1/reports/shown/by_stage')
  assert.deepEqual([body.report.name, body.view], ['Deals by stage', null])
  assert.equal(body.sql, byStage['by_stage.sql']!.replaceAll('NAMESPACE', 'shown'))

  const { call } = await server.user()
  const answer = await call('GET', '/api/v1/reports/shown/by_stage')
  assertDone(answer)
  assert.deepEqual(Object.keys(answer.body), ['success', 'error', 'report'])
})

it('answers 404 for an unknown report', async () => {
  assertRefused(await server.call('GET', '/api/v1/reports/shown/nothing'), 404, 'report.not_found', /not found/)
})
