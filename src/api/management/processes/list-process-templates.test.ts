import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, end, flows, gateway, start } from '../../../process/engine/process.fixture.ts'
import { aProcess, bpm, started } from '../../v1/bpm/bpm.fixture.ts'

const server = useServer()

it('lists the templates, ordered by namespace and code', async () => {
  for (const code of ['list_b', 'list_a']) assertDone(await publish(server.call, `ref.${code}`, oneTask()))
  const { call } = await server.user()
  const answer = await call('GET', '/api/v1/processes')
  assertDone(answer)
  const codes = answer.body.processes.map(({ code }: Body) => code).filter((code: string) => code.startsWith('list_'))
  assert.deepEqual(codes, ['list_a', 'list_b'])
})

it('counts the running and finished instances and the open incidents of each template', async () => {
  const process = await aProcess(server.call)
  await started(server.call, process)
  await started(server.call, process)
  const { __id } = await started(server.call, process)
  assertDone(await server.call('POST', `${bpm}/instance/${__id}/interrupt`))
  const failing = bpmn([start(), gateway('exclusive', 'x'), end(), flows('s > x', 'x > e [false]')])
  assertDone(await publish(server.call, 'ref.list_failing', failing))
  assertDone(await server.call('POST', `${bpm}/template/ref/list_failing/run`, { context: {} }))
  const { processes } = (await server.call('GET', '/api/v1/processes')).body
  const countsOf = (of: string) => processes.find(({ code }: Body) => code === of).counts
  assert.deepEqual(countsOf(process.code), { running: 2, finished: 1, incidents: 0 })
  assert.deepEqual(countsOf('list_failing'), { running: 1, finished: 0, incidents: 1 })
  const one = await server.call('GET', `/api/v1/processes/all/${process.code}`)
  assert.deepEqual(one.body.process.counts, countsOf(process.code))
})
