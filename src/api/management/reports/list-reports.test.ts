import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { applyReports, byStage } from '../../../data/reports/reports.fixture.ts'

const server = useServer()

it('lists the reports of solutions with their parameters and columns, then those of the platform', async () => {
  await applyReports(server.call, 'listed', byStage)
  const answer = await server.call('GET', '/api/v1/reports')
  assertDone(answer)
  const { reports } = answer.body
  assert.deepEqual(
    reports.find(({ namespace }: Body) => namespace === 'listed'),
    {
      namespace: 'listed',
      code: 'by_stage',
      name: 'Deals by stage',
      description: '',
      solution: 'listed',
      parameters: [
        { code: 'from_amount', name: 'from_amount', type: 'number', required: true, array: false, default: 0 },
        {
          code: 'closed_since',
          name: 'closed_since',
          type: 'datetime',
          view: 'date',
          required: false,
          array: false,
          default: null,
        },
        { code: 'text', name: 'text', type: 'string', required: false, array: false, default: null },
      ],
      columns: [
        { code: 'stage', name: 'Stage', type: 'string' },
        { code: 'deals', name: 'Deals', type: 'number' },
        { code: 'total', name: 'Total', type: 'number' },
        { code: 'last', name: 'Last closed', type: 'datetime', view: 'date' },
      ],
      sort: [{ column: 'total', ascending: false }],
      rows: 'caller',
    },
  )
  const builtIn = reports.slice(reports.findIndex(({ namespace }: Body) => namespace === 'system'))
  assert.ok(builtIn.length > 0)
  for (const { namespace, solution } of builtIn) assert.deepEqual([namespace, solution], ['system', null])
})
