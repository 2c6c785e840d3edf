import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, tasks } from './tasks.fixture.ts'

const server = useServer()

it('puts a claimed task back into its queue; a task that was assigned directly has none', async () => {
  const [anna, boris] = [await server.user(), await server.user()]
  const queued = await aTask(server, server.call, [anna.id, boris.id])
  assertRefused(await anna.call('POST', `${tasks}/${queued.id}/release`), 409, 'task.not_claimed', /in its queue/)
  assertDone(await anna.call('POST', `${tasks}/${queued.id}/claim`))
  assertDone(await anna.call('POST', `${tasks}/${queued.id}/release`))
  const own = await aTask(server, server.call, anna.id)
  assertRefused(await anna.call('POST', `${tasks}/${own.id}/release`), 409, 'task.not_queued', /reassign or delegate/)
})
