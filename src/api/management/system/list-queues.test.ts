import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { readTexts } from '../../../foundation/kit/languages.ts'
import { Job } from '../jobs/job.ts'

const server = useServer()

const read = async () => {
  const answer = await server.call('GET', '/api/v1/queues')
  assertDone(answer)
  const { queues, failures } = answer.body
  return { queues, failures, of: (queue: string): Body => queues.find((one: Body) => one.queue === queue) }
}

it('counts the jobs of each queue, and lists the jobs that failed', async () => {
  const { queues, of } = await read()
  const queue = queues[0].queue
  const before = of(queue)
  const { database } = server.running().platform
  const [later, failed] = [newId(), newId()]
  await database.single.rows(sql`
    insert into pgboss.job (id, name, state, start_after, completed_on, output) values
      (${later}, ${queue}, 'created', now() + interval '1 day', null, null),
      (${failed}, ${queue}, 'failed', now(), now(), '{"message": "the disk was full"}')`)
  try {
    const after = await read()
    const now = after.of(queue)
    assert.deepEqual([now.waiting - before.waiting, now.due - before.due, now.failed - before.failed], [1, 0, 1])
    const found = after.failures.find(({ id }: Body) => id === failed)
    assert.deepEqual([found.queue, found.reason, found.attempts], [queue, 'the disk was full', 1])
  } finally {
    await database.single.rows(sql`delete from pgboss.job where id = any (${[later, failed]}::uuid[])`)
  }
})

it('the kinds of jobs are those that the API names, with a title in the console', () => {
  const kinds = [...server.running().platform.context.jobs.names(), 'import'].sort()
  assert.deepEqual([...Job.properties.kind.enum].sort(), kinds)
  const titled = Object.keys(readTexts<object>('en', 'jobs')).filter((key) => key.startsWith('kind_'))
  assert.deepEqual(titled.sort(), kinds.map((kind) => `kind_${kind}`).sort())
})

it('lists queues that each have a title in the console', async () => {
  const { queues } = await read()
  // This server makes no backups at night.
  const titled = Object.keys(readTexts<object>('en', 'jobs')).filter(
    (key) => key.startsWith('queue_') && key !== 'queue_make-the-nightly-backup',
  )
  const keys = queues.map(({ queue }: Body) => `queue_${queue.replace(/^every\//, '')}`)
  assert.deepEqual(keys.toSorted(), titled.toSorted())
})
