import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
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
      { code: 'accept', name: 'Accept', kind: 'positive', required: [], isCommentRequired: false },
      { code: 'reject', name: 'reject', kind: 'negative', required: ['reason'], isCommentRequired: false },
    ])
  }
  for (const unknown of ['x', instance])
    assertRefused(await anna.call('GET', `${tasks}/${unknown}`), 404, 'task.not_found', /not found/)
})

it('says what the caller can do with the task in its present state', async () => {
  const [anna, boris, ivan] = [await server.user(), await server.user(), await server.user()]
  const { id } = await aTask(server, ivan.call, [anna.id, boris.id], { amount: '7' })
  const actions = async ({ call }: { call: Call }): Promise<string> => (await viewOf(call, id)).actions.join(' ')
  assert.equal(await actions(anna), 'complete claim')
  assert.equal(await actions(ivan), '')
  assert.equal(await actions(server), 'complete claim reassign')
  assertDone(await anna.call('POST', `${tasks}/${id}/claim`))
  assert.equal(await actions(anna), 'complete release reassign delegate ask')
  assert.equal(await actions(boris), '')
  assertDone(await anna.call('POST', `${tasks}/${id}/ask`, { userId: ivan.id, question: 'Why?' }))
  assert.equal(await actions(ivan), 'answer')
  assertDone(await anna.call('POST', `${tasks}/${id}/delegate`, { userId: boris.id }))
  assert.equal(await actions(anna), 'return reassign')
  assert.equal(await actions(boris), 'return ask')
  assertDone(await anna.call('POST', `${tasks}/${id}/return`))
  assertDone(await anna.call('POST', `${tasks}/${id}/complete`, { exit: 'accept' }))
  assert.equal(await actions(anna), '')
})

it('offers no claim of a task that is assigned to the caller already', async () => {
  const anna = await server.user()
  const { id } = await aTask(server, server.call, anna.id)
  assert.deepEqual((await viewOf(anna.call, id)).actions, ['complete', 'reassign', 'delegate', 'ask'])
  assertDone(await anna.call('POST', `${tasks}/${id}/claim`))
})

it('says for whom a substitute acts', async () => {
  const [anna, boris] = [await server.user({ lastname: 'Petrova', firstname: 'Anna' }), await server.user()]
  const { id } = await aTask(server, server.call, anna.id)
  const from = new Date(Date.now() - 1000).toISOString()
  const created = { principal: anna.id, substitute: boris.id, from }
  assertDone(await server.call('POST', '/api/v1/substitutions', created))
  const task = await viewOf(boris.call, id)
  assert.equal(task.onBehalfOf, anna.id)
  assert.equal(task.names[anna.id], 'Petrova Anna')
  assert.equal((await viewOf(anna.call, id)).onBehalfOf, null)
})
