import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, end, extensions, flows, gateway, start, user } from '../../../process/engine/process.fixture.ts'
import { failing } from '../moves/moves.fixture.ts'
import { auditOf, incidentsOf, instanceOf, unknownId } from './incidents.fixture.ts'

const server = useServer()
const skip = (id: string, body: object) => server.call('POST', `/api/v1/incidents/${id}/skip`, body)

it('an incident is skipped with a reason, which the history and the audit keep', async () => {
  const id = await (await failing(server.call)).start()
  const [incident] = await incidentsOf(server.call, id)
  assertRefused(await skip(incident.__id, {}), 400, 'input.wrong', /reason/)
  assertDone(await skip(incident.__id, { reason: 'decided by phone', context: { divisor: 2 } }))
  assert.equal((await auditOf(server.call, id)).after.reason, 'decided by phone')
  const { body: history } = await server.call('GET', `/api/v1/instances/${id}/history`)
  assert.match(JSON.stringify(history), /decided by phone/)
  assert.equal((await instanceOf(server.call, id)).divisor, 2)
  assertRefused(await skip(incident.__id, { reason: 'again' }), 409, 'incident.closed', /no longer open/)
})

it('a gateway whose condition fails is skipped along the named flow, and never along a condition', async () => {
  const code = `unclear_${randomUUID().slice(0, 8)}`
  const flow = (id: string, target: string) =>
    `<sequenceFlow id="${id}" name="To ${target}" sourceRef="g" targetRef="${target}"><conditionExpression>amount &gt; 5</conditionExpression></sequenceFlow>`
  const xml = bpmn([
    extensions('<chancery:variable name="amount" type="integer"/>'),
    start(),
    gateway('exclusive', 'g'),
    flow('large', 'a'),
    flow('small', 'b'),
    user('a'),
    user('b'),
    end(),
    flows('s > g', 'a > e', 'b > e'),
  ])
  assertDone(await publish(server.call, `all.${code}`, xml))
  const run = await server.call('POST', `/pub/v1/bpm/template/all/${code}/run`, { context: {} })
  const id = run.body.context.__id
  const [incident] = await incidentsOf(server.call, id)
  const none = await skip(incident.__id, { reason: 'x', context: { amount: 9 } })
  assertRefused(none, 400, 'incident.flow_missing', /name the flow to take in "flow": large \(To a\), small \(To b\)/)
  const wrong = await skip(incident.__id, { reason: 'x', flow: 'smal' })
  assertRefused(wrong, 400, 'input.wrong', /"smal" is not a flow that leaves "g".*did you mean "small"/)
  assertDone(await skip(incident.__id, { reason: 'x', flow: 'small' }))
  const { __state, __tasks, amount } = await instanceOf(server.call, id)
  assert.deepEqual([__state, amount], ['wait', null])
  assert.deepEqual(
    Object.values<Body>(__tasks).map(({ path }) => path),
    ['b'],
  )
  assert.deepEqual(await incidentsOf(server.call, id), [])
})

it('a gateway with a default flow is skipped along it, also when conditions are true with the given values', async () => {
  const process = await failing(server.call)
  const id = await process.start()
  const [incident] = await incidentsOf(server.call, id)
  assertDone(await skip(incident.__id, { reason: 'x', context: { divisor: 2 } }))
  assert.equal((await instanceOf(server.call, id)).__state, 'done')
})

it('an unknown incident is 404', async () => {
  for (const id of [unknownId, 'nonsense'])
    assertRefused(await skip(id, { reason: 'x' }), 404, 'incident.not_found', /not found/)
})
