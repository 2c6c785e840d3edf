import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, aUser } from '../../../../test/everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { applyFiles, filesOf } from '../../../api/v1/scheme/scheme.fixture.ts'
import { run } from '../../../data/reports/reports.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'

const process = bpmn([
  extensions('<chancery:variable name="who" type="user"/>'),
  start(),
  element(
    'userTask',
    'check',
    extensions('<chancery:task due="P1D"/><chancery:performer type="variable" value="who"/>'),
  ),
  end(),
  flows('s > check > e'),
])

describe('the reports of the platform about processes', () => {
  let started: TestPlatform
  let ann: { id: string; call: Call }
  let bob: { id: string; call: Call }
  let outsider: { call: Call }

  before(async () => {
    started = await startEmptyPlatform({ TEST_CLOCK: '1' })
    const { call } = started
    ann = await aUser(started, { login: 'ann', lastname: 'Ann' })
    bob = await aUser(started, { login: 'bob', lastname: 'Bob' })
    outsider = await aUser(started, { login: 'outsider' })
    const sales = await anItem({
      kind: 'department',
      name: 'Sales',
      parent: (await anItem({ kind: 'department', name: 'All' })).id,
    })
    await anItem({ kind: 'position', name: 'Clerk', parent: sales.id, holders: [ann.id] })
    await applyFiles(call, {
      ...filesOf('desk', {}),
      'namespaces/desk/processes/check.bpmn': process,
      'namespaces/desk/processes/check.yaml': 'access: []\n',
    })
    const first = await open(ann)
    const late = await open(ann)
    for (const person of [ann, bob]) await open(person)
    await advance('PT2H')
    await complete(ann, first)
    await advance('P2D')
    await complete(ann, late)
    await open(bob)
  })
  after(() => started[Symbol.asyncDispose]())

  async function anItem(body: Body): Promise<Body> {
    const answer = await started.call('POST', '/api/v1/org-items', body)
    assertDone(answer)
    return answer.body
  }
  const advance = async (by: string) => assertDone(await started.call('POST', '/api/v1/clock/advance', { by }))

  /** Starts an instance and returns the id of its task. */
  async function open({ id }: { id: string }): Promise<string> {
    const answer = await started.call('POST', '/pub/v1/bpm/template/desk/check/run', { context: { who: [id] } })
    assertDone(answer)
    const tasks = await started.call('GET', `/api/v1/tasks?instanceId=${answer.body.context.__id}`)
    return tasks.body.result.result[0].id
  }
  const complete = async ({ call }: { call: Call }, task: string) =>
    assertDone(await call('POST', `/api/v1/tasks/${task}/complete`, {}))
  async function rows(code: string, call: Call, filter: Body = {}): Promise<Body[]> {
    const answer = await run(call, `system.${code}`, { filter: { tf: filter } })
    assertDone(answer)
    return answer.body.result.result
  }

  it('execution discipline: counts tasks in time and late, by department and performer', async () => {
    const ofAnn = {
      department: 'Sales',
      performer: ann.id,
      performer_name: 'Ann',
      on_time: 1,
      late: 1,
      open: 1,
      overdue: 1,
    }
    const ofBob = {
      department: null,
      performer: bob.id,
      performer_name: 'Bob',
      on_time: 0,
      late: 0,
      open: 2,
      overdue: 1,
    }
    assert.deepEqual(await rows('execution_discipline', started.call), [
      { ...ofAnn, on_time_percent: 50 },
      { ...ofBob, on_time_percent: null },
    ])
    assert.deepEqual(await rows('execution_discipline', started.call, { department: 'sales' }), [
      { ...ofAnn, on_time_percent: 50 },
    ])
    const { now } = (await started.call('GET', '/api/v1/clock')).body
    const since = new Date(Date.parse(now) - 3_600_000).toISOString()
    const recent = await rows('execution_discipline', started.call, { since })
    assert.deepEqual(
      recent.map(({ performer, open: count }) => [performer, count]),
      [[bob.id, 1]],
    )
    assert.deepEqual(await rows('execution_discipline', started.call, { of_process: 'desk.other' }), [])
  })

  it('durations of processes: tells how long instances and elements took', async () => {
    const all = await rows('process_durations', started.call)
    assert.deepEqual(
      all.map(({ process, element: of, completed }) => [process, of, completed]),
      [
        ['desk.check', 'check', 2],
        ['desk.check', 'e', 2],
        ['desk.check', 's', 5],
        ['desk.check', null, 2],
      ],
    )
    const whole = all.find((row) => row.element === null)!
    assert.deepEqual([whole.median_hours, whole.longest_hours, whole.average_hours].map(Math.round), [26, 50, 26])
    assert.deepEqual(Math.round(all.find((row) => row.element === 'check')!.longest_hours), 50)
  })

  it('open tasks by age: counts open and overdue tasks', async () => {
    const counted = (all: Body[]) => all.map(({ age, open, overdue }) => [age, open, overdue])
    assert.deepEqual(counted(await rows('open_tasks_by_age', started.call)), [
      ['less than a day', 1, 0],
      ['1 to 3 days', 2, 2],
    ])
    assert.deepEqual(counted(await rows('open_tasks_by_age', outsider.call)), [])
  })

  it('processes by duration: tells how long whole instances took', async () => {
    const [one, ...more] = await rows('instance_durations', started.call)
    assert.deepEqual([one!.process, one!.completed, more], ['desk.check', 2, []])
    assert.ok(one!.average_hours > 1 && one!.median_hours > 1)
    assert.deepEqual(await rows('instance_durations', outsider.call), [])
    assert.deepEqual(await rows('instance_durations', started.call, { until: '2020-01-01T00:00:00Z' }), [])
  })

  it('show each caller only what the caller may see', async () => {
    const [mine] = await rows('execution_discipline', bob.call)
    assert.deepEqual([mine!.performer, mine!.open], [bob.id, 2])
    assert.equal((await rows('execution_discipline', bob.call)).length, 1)
    assert.deepEqual(await rows('execution_discipline', outsider.call), [])
    assert.deepEqual(await rows('process_durations', outsider.call), [])
  })

  it('open incidents: counts them by element, for those who administer the process', async () => {
    const stuck = bpmn([start(), element('exclusiveGateway', 'x'), end(), flows('s > x', 'x > e [false]')])
    assertDone(await started.call('POST', '/api/v1/processes/desk/stuck/publish', new TextEncoder().encode(stuck)))
    for (let n = 0; n < 2; n++)
      assertDone(await started.call('POST', '/pub/v1/bpm/template/desk/stuck/run', { context: {} }))
    const [one, ...more] = await rows('open_incidents', started.call)
    assert.deepEqual(
      [one!.process, one!.element, one!.kind, one!.open, more],
      ['desk.stuck', 'x', 'CONDITION_ERROR', 2, []],
    )
    assert.deepEqual(await rows('open_incidents', ann.call), [])
  })
})
