import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
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

it('an instance that the caller cannot see is "not found"', async () => {
  const answer = await server.call('GET', '/api/v1/instances/0b6f7b2e-2f0f-4f5a-9c53-0123456789ab')
  assertRefused(answer, 404, 'instance.not_found', /not found/)
})
