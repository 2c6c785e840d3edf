import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, tasks, viewOf } from './tasks.fixture.ts'

const server = useServer()

it('one of two simultaneous callers claims a task; the task can be released and claimed again', async () => {
  const [anna, boris, other] = [await server.user(), await server.user(), await server.user()]
  const { id } = await aTask(server, server.call, [anna.id, boris.id])
  const claim = (call: typeof anna.call) => call('POST', `${tasks}/${id}/claim`)
  assertRefused(await claim(other.call), 404, 'task.not_found', /./)
  const answers = await Promise.all([claim(anna.call), claim(boris.call)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const [winner, loser] = answers[0]!.status === 200 ? [anna, boris] : [boris, anna]
  assertRefused(answers.find(({ status }) => status === 409)!, 409, 'task.claimed', /another person/)
  assert.equal((await viewOf(winner.call, id)).assignee, winner.id)
  assertRefused(await loser.call('POST', `${tasks}/${id}/release`), 409, 'task.claimed', /another person/)
  assertDone(await winner.call('POST', `${tasks}/${id}/release`))
  assertDone(await claim(loser.call))
  const { history } = await viewOf(winner.call, id)
  assert.deepEqual(
    history.map(({ kind, by }: { kind: string; by: string }) => [kind, by]),
    [
      ['created', null],
      ['claimed', winner.id],
      ['released', winner.id],
      ['claimed', loser.id],
    ],
  )
  const audit = await server.call('GET', `/api/v1/audit?object=task:${id}`)
  assert.equal(audit.body.entries.length, 3)
})
