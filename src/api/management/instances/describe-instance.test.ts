import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, end, extensions, flows, gateway, start, user } from '../../../process/engine/process.fixture.ts'
import { aProcess, started } from '../../v1/bpm/bpm.fixture.ts'

const server = useServer()

it('an instance shows its tokens with element, time and reason, and all its tasks, timers and incidents', async () => {
  const anna = await server.user({ lastname: 'Petrova', firstname: 'Anna' })
  const process = await aProcess(server.call)
  const { __id: id, __createdAt } = await started(anna.call, process, { note: 'x' })
  const answer = await anna.call('GET', `/api/v1/instances/${id}`)
  assertDone(answer)
  const { instance } = answer.body
  assert.deepEqual(
    [instance.id, instance.state, instance.template.code, instance.template.version, instance.template.newestVersion],
    [id, 'wait', process.code, 1, 1],
  )
  assert.deepEqual(instance.createdBy, { id: anna.id, name: 'Petrova Anna' })
  assert.deepEqual(instance.active, [
    {
      element: 'check',
      name: null,
      kind: 'userTask',
      tokens: 1,
      since: __createdAt,
      why: ['waits for: "check" by Petrova Anna'],
    },
  ])
  const [task] = instance.tasks
  assert.deepEqual([task.element, task.performers], ['check', [{ id: anna.id, name: 'Petrova Anna' }]])
  assert.deepEqual(
    instance.subscriptions.map(({ element, kind }: { element: string; kind: string }) => [element, kind]),
    [['urgent', 'condition']],
  )
  assert.deepEqual([instance.context.amount, instance.context.note], ['10.5', 'x'])
  assert.deepEqual([instance.incidents, instance.children, instance.timers, instance.endedAt], [[], [], [], null])
})

it('a sentence names the user of an escalation, in the time zone of the installation, and tasks show the states of tasks', async () => {
  const boris = await server.user({ lastname: 'Sidorov', firstname: 'Boris' })
  const code = `late_${randomUUID().slice(0, 8)}`
  const task = `<userTask id="t" name="Check">${extensions(
    `<chancery:task due="2030-05-01T12:00:00Z"/><chancery:performer type="initiator"/><chancery:escalation action="reassign" type="user" value="${boris.login}"/>`,
  )}</userTask>`
  assertDone(await publish(server.call, `all.${code}`, bpmn([start(), task, end(), flows('s > t > e')])))
  const run = await server.call('POST', `/pub/v1/bpm/template/all/${code}/run`, { context: {} })
  const { instance } = (await server.call('GET', `/api/v1/instances/${run.body.context.__id}`)).body
  const [sentence] = instance.active[0].why
  const { timeZone } = server.running().platform.context.calendars
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date('2030-05-01T12:00:00Z'),
  )
  assert.match(sentence, new RegExp(`due 1 May 2030 ${time}; escalates to Sidorov Boris then$`))
  assert.equal(instance.tasks[0].state, 'inProgress')
})

it('an instance that the caller cannot see is "not found"', async () => {
  const answer = await server.call('GET', '/api/v1/instances/0b6f7b2e-2f0f-4f5a-9c53-0123456789ab')
  assertRefused(answer, 404, 'instance.not_found', /not found/)
})

it('an instance shows its path, and what it waits for as data', async () => {
  const anna = await server.user({ lastname: 'Petrova', firstname: 'Anna' })
  const process = await aProcess(server.call)
  const { __id: id } = await started(anna.call, process)
  const seen = async () => (await anna.call('GET', `/api/v1/instances/${id}`)).body.instance
  const { elements, flows: taken, waitingFor, tasks } = await seen()
  assert.deepEqual(elements, [
    { elementId: 's', active: 0, completed: 1, incidents: 0 },
    { elementId: 'check', active: 1, completed: 0, incidents: 0 },
  ])
  assert.deepEqual(taken, ['s-check'])
  const [task, condition, ...more] = waitingFor
  const { since, ...rest } = task
  assert.deepEqual(rest, {
    elementId: 'check',
    kind: 'task',
    dueAt: null,
    performers: [{ id: anna.id, name: 'Petrova Anna' }],
    id: tasks[0].id,
    name: tasks[0].subject,
    message: null,
    isBoundary: false,
  })
  assert.equal(since, tasks[0].createdAt)
  assert.deepEqual(
    [condition.elementId, condition.kind, condition.isBoundary, more.length],
    ['urgent', 'condition', true, 0],
  )
  assertDone(await anna.call('POST', `/api/v1/tasks/${tasks[0].id}/complete`))
  const ended = await seen()
  assert.deepEqual(ended.waitingFor, [])
  assert.deepEqual(
    ended.elements.map(({ elementId, completed }: Body) => [elementId, completed]),
    [
      ['s', 1],
      ['check', 1],
      ['e', 1],
    ],
  )
})

it('an instance with an incident says so, and a branch at a gateway waits for the others', async () => {
  const code = `stuck_${randomUUID().slice(0, 8)}`
  const file = bpmn([
    start(),
    gateway('parallel', 'fork'),
    gateway('exclusive', 'x'),
    gateway('parallel', 'join'),
    end(),
    flows('s > fork > x', 'x > join [false]', 'fork > join > e'),
  ])
  assertDone(await publish(server.call, `all.${code}`, file))
  const run = await server.call('POST', `/pub/v1/bpm/template/all/${code}/run`, { context: {} })
  const { instance } = (await server.call('GET', `/api/v1/instances/${run.body.context.__id}`)).body
  const [incident] = instance.incidents
  assert.deepEqual(
    instance.waitingFor.map(({ elementId, kind, id, message }: Body) => [elementId, kind, id, message]),
    [
      ['x', 'incident', incident.id, incident.message],
      ['join', 'branches', null, null],
    ],
  )
  assert.deepEqual(instance.elements.at(-1), { elementId: 'join', active: 1, completed: 0, incidents: 0 })
  assert.deepEqual(instance.elements[2], { elementId: 'x', active: 1, completed: 0, incidents: 1 })
})

it('the context of an instance that advances agrees with its tasks', async () => {
  const code = `busy_${randomUUID().slice(0, 8)}`
  const count = extensions('<chancery:variable name="count" type="integer"/>')
  const file = bpmn([
    count,
    start(),
    user('t'),
    gateway('exclusive', 'x'),
    end(),
    flows('s > t > x > t [count >= 0]', 'x > e [count < 0]'),
  ])
  assertDone(await publish(server.call, `all.${code}`, file))
  const run = await server.call('POST', `/pub/v1/bpm/template/all/${code}/run`, { context: { count: 0 } })
  const path = `/api/v1/instances/${run.body.context.__id}`
  const rounds = 30
  let isOver = false
  const advance = async () => {
    for (let round = 1; round <= rounds; round++) {
      const { tasks } = (await server.call('GET', path)).body.instance
      const open = tasks.find(({ endedAt }: Body) => endedAt === null)
      assertDone(await server.call('POST', `/api/v1/tasks/${open.id}/complete`, { context: { count: round } }))
    }
    isOver = true
  }
  const watch = async () => {
    const seen = new Set<number>()
    while (!isOver) {
      const { context, tasks } = (await server.call('GET', path)).body.instance
      assert.equal(context.count, tasks.filter(({ endedAt }: Body) => endedAt !== null).length)
      seen.add(context.count)
    }
    return seen.size
  }
  const [, ...seen] = await Promise.all([advance(), watch(), watch(), watch()])
  assert.ok(Math.max(...seen) > 3, `${seen} revisions were seen`)
})
