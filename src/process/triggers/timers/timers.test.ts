import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { boundary, bpmn, element, end, flows, start, timer, user } from '../../engine/process.fixture.ts'
import { advance, deployMail, instancesOf } from '../starts/starts.fixture.ts'

const catching = bpmn([start(), element('intermediateCatchEvent', 'w', timer('P3D')), end(), flows('s > w > e')])
const repeating = bpmn([
  start(),
  user('t'),
  boundary('b', 't', timer('R/PT1H', 'timeCycle'), false),
  user('extra'),
  end(),
  end('f'),
  flows('s > t > e', 'b > extra > f'),
])

describe('timers of instances', () => {
  let started: TestPlatform
  let ann: Awaited<ReturnType<typeof aUser>>
  before(async () => {
    started = await startEmptyPlatform({ TEST_CLOCK: '1' })
    await deployMail(started.call, { 'catching.bpmn': catching, 'repeating.bpmn': repeating })
    ann = await aUser(started, { login: 'ann' })
    const grant = `/api/v1/processes/mail/catching/grants/${ann.id}`
    assertDone(await started.call('PUT', grant, { rights: ['view'] }))
  })
  after(() => started[Symbol.asyncDispose]())

  async function run(code: string): Promise<string> {
    const answer = await started.call('POST', `/pub/v1/bpm/template/mail/${code}/run`, { context: {} })
    assertDone(answer)
    return answer.body.context.__id
  }
  async function timersOf(instanceId: string, call = started.call): Promise<Body[]> {
    const query = encodeURIComponent(JSON.stringify({ filter: { tf: { instanceId } } }))
    const answer = await call('GET', `/api/v1/timers?query=${query}`)
    assertDone(answer)
    return answer.body.result.result
  }
  const stateOf = async (code: string, id: string) =>
    (await instancesOf(started, code)).find((instance) => instance.id === id)!.state
  const now = async (): Promise<number> => Date.parse((await started.call('GET', '/api/v1/clock')).body.now)

  it('are listed with the instance, the element and the time', async () => {
    const id = await run('catching')
    const [found, ...more] = await timersOf(id)
    assert.deepEqual([found.instanceId, found.elementId, found.version, more], [id, 'w', 1, []])
    assert.ok(Math.abs(Date.parse(found.dueAt) - (await now()) - 3 * 86_400_000) < 60_000)
    assert.equal((await timersOf(id, ann.call)).length, 1)
    const stranger = await aUser(started, { login: 'stan' })
    assert.deepEqual(await timersOf(id, stranger.call), [])
    assertRefused(await stranger.call('POST', `/api/v1/timers/${found.id}/fire`), 404, 'timer.not_found', /./)
  })

  it('can be fired once', async () => {
    const id = await run('catching')
    const [{ id: timerId }] = await timersOf(id)
    assertDone(await started.call('POST', `/api/v1/timers/${timerId}/fire`))
    assert.equal(await stateOf('catching', id), 'done')
    const again = await started.call('POST', `/api/v1/timers/${timerId}/fire`)
    assertRefused(again, 404, 'timer.not_found', /may have fired/)
    const audit = await started.call('GET', `/api/v1/audit?object=instance:${id}`)
    assert.match(JSON.stringify(audit.body.entries), /firedBy/)
  })

  it('can be moved to another time', async () => {
    const id = await run('catching')
    const [{ id: timerId }] = await timersOf(id)
    const dueAt = new Date((await now()) + 3_600_000).toISOString()
    assertDone(await started.call('POST', `/api/v1/timers/${timerId}/move`, { dueAt }))
    assert.equal(Date.parse((await timersOf(id))[0].dueAt), Math.floor(Date.parse(dueAt) / 1000) * 1000)
    await advance(started, 'PT59M')
    assert.equal(await stateOf('catching', id), 'wait')
    await advance(started, 'PT2M')
    assert.equal(await stateOf('catching', id), 'done')
  })

  it('that repeat count from the time that they were moved to', async () => {
    const id = await run('repeating')
    const [{ id: timerId }] = await timersOf(id)
    const at = (await now()) + 30 * 60_000
    const move = { dueAt: new Date(at).toISOString() }
    assertDone(await started.call('POST', `/api/v1/timers/${timerId}/move`, move))
    await advance(started, 'PT31M')
    const [next] = await timersOf(id)
    assert.ok(Math.abs(Date.parse(next.dueAt) - at - 3_600_000) < 1000, next.dueAt)
  })

  it('can be fired and moved by administrators of the process', async () => {
    const id = await run('catching')
    const [{ id: timerId }] = await timersOf(id)
    const dueAt = '2030-01-01T00:00:00Z'
    assertRefused(await ann.call('POST', `/api/v1/timers/${timerId}/fire`), 403, 'process.not_allowed', /./)
    assertRefused(await ann.call('POST', `/api/v1/timers/${timerId}/move`, { dueAt }), 403, 'process.not_allowed', /./)
    const unknown = await started.call('POST', `/api/v1/timers/${newId()}/move`, { dueAt })
    assertRefused(unknown, 404, 'timer.not_found', /not found/)
    assertRefused(await started.call('POST', `/api/v1/timers/x/fire`), 404, 'timer.not_found', /not found/)
    const wrong = await started.call('POST', `/api/v1/timers/${timerId}/move`, { dueAt: '2030-02-30T00:00:00Z' })
    assertRefused(wrong, 400, 'input.wrong', /./)
  })
})
