import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, tasks } from './tasks.fixture.ts'

const server = useServer()

async function listed(call: Call, query = ''): Promise<string[]> {
  const answer = await call('GET', `${tasks}${query}`)
  assertDone(answer)
  return answer.body.result.result.map(({ id }: Body) => id)
}

it('lists the open tasks of the caller by default, and other tasks by parameters and a filter', async () => {
  const [anna, boris] = [await server.user(), await server.user()]
  const first = await aTask(server, server.call, anna.id)
  const second = await aTask(server, server.call, [anna.id, boris.id])
  assert.deepEqual(await listed(anna.call), [second.id, first.id])
  assert.deepEqual(await listed(boris.call), [second.id])
  assert.deepEqual(await listed(server.call, `?performer=${anna.id}`), [second.id, first.id])
  assert.deepEqual(await listed(server.call, `?instanceId=${first.instance}&elementId=check`), [first.id])
  // Boris takes part in the second instance only, and the process has no access rules.
  assert.deepEqual(await listed(boris.call, `?performer=${anna.id}`), [second.id])
  const query = JSON.stringify({ sortExpressions: [{ field: 'createdAt', ascending: true }], size: 1 })
  assert.deepEqual(await listed(anna.call, `?query=${encodeURIComponent(query)}`), [first.id])
  assertDone(await anna.call('POST', `${tasks}/${first.id}/complete`, { exit: 'reject' }))
  assert.deepEqual(await listed(anna.call), [second.id])
  assert.deepEqual(await listed(anna.call, '?state=closed&performer=me'), [first.id])
  const all = `query=${encodeURIComponent('{"size": 1}')}`
  assert.deepEqual(await listed(anna.call, `?state=closed&performer=me&${all}`), [first.id])
  for (const parameters of ['perfrmer=me', `perfrmer=me&${all}`])
    assertRefused(await anna.call('GET', `${tasks}?${parameters}`), 400, 'input.wrong', /perfrmer/)
  assertRefused(await anna.call('GET', `${tasks}?state=late`), 400, 'input.wrong', /state/)
  assertRefused(await anna.call('GET', `${tasks}?performer=x`), 400, 'input.wrong', /performer/)
})
