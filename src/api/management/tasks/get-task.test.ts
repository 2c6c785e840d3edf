import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, tasks, viewOf } from './tasks.fixture.ts'

const server = useServer()

it('describes the task with its form', async () => {
  const [anna, ivan] = [await server.user(), await server.user()]
  const { id, instance } = await aTask(server, ivan.call, anna.id, { amount: '7' })
  for (const { call } of [anna, ivan, server]) {
    const task = await viewOf(call, id)
    assert.deepEqual(
      [task.subject, task.instanceId, task.elementId, task.performers, task.state],
      ['Check contract', instance, 'check', [anna.id], 'inProgress'],
    )
    assert.match(task.dueAt, /Z$/)
    assert.deepEqual([task.template.namespace, task.instance.id], ['all', instance])
    assert.deepEqual(
      task.fields.map(({ name, title, type, order, requiredFor, value }: Body) => [
        name,
        title,
        type,
        order,
        requiredFor,
        value,
      ]),
      [
        ['amount', 'amount', 'decimal', 0, ['accept'], '7'],
        ['reason', 'Reason', 'string', 1, ['reject'], 'contract'],
      ],
    )
    assert.deepEqual(task.exits, [
      { code: 'accept', name: 'Accept', required: [] },
      { code: 'reject', name: 'reject', required: ['reason'] },
    ])
  }
  for (const unknown of ['x', instance])
    assertRefused(await anna.call('GET', `${tasks}/${unknown}`), 404, 'task.not_found', /not found/)
})
