import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { bpmn, end, extensions, flows, start } from '../../../process/process.fixture.ts'
import { publish } from '../../../process/templates/templates.fixture.ts'
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
  const { timeZone } = server.running().platform.context.processes.calendars
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
