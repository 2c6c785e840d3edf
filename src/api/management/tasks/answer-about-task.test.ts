import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, tasks } from './tasks.fixture.ts'

const server = useServer()

it('a question is answered once, by the person who was asked', async () => {
  const [anna, boris] = [await server.user(), await server.user()]
  const { id } = await aTask(server, server.call, anna.id)
  assertDone(await anna.call('POST', `${tasks}/${id}/ask`, { userId: boris.id, question: 'Why?' }))
  const answer = () => boris.call('POST', `${tasks}/${id}/answer`, { answer: 'because' })
  assertDone(await answer())
  assertRefused(await answer(), 403, 'task.not_allowed', /./)
  assertRefused(await boris.call('POST', `${tasks}/${id}/answer`, { answer: '' }), 400, 'input.wrong', /answer/)
})
