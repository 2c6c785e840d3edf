import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'

const server = useServer()

it('gives a failed job one more attempt, and says so in the audit log', async () => {
  const { database } = server.running().platform
  const [queue, id] = ['webhooks', newId()]
  // The job is inserted as failed, because no worker of the test fails a job. A retry of the job succeeds, because no
  // delivery of this webhook is due.
  await database.single.rows(sql`
    insert into pgboss.job (id, name, data, state, start_after, completed_on, retry_limit, retry_count, output)
    values (${id}, ${queue}, ${JSON.stringify({ webhook: newId() })}, 'failed', now(), now(), 2, 2,
      '{"message": "the disk was full"}')`)
  try {
    const path = `/api/v1/queues/failures/${id}/retry`
    const user = await server.user()
    assertRefused(await user.call('POST', path), 403, 'auth.not_allowed', /administrators/)
    assertDone(await server.call('POST', path))
    const { failures } = (await server.call('GET', '/api/v1/queues')).body
    assert.equal(
      failures.some((each: Body) => each.id === id),
      false,
    )
    const job = await database.single.row<{ attempts: number }>(
      sql`select retry_limit as attempts from pgboss.job where id = ${id}`,
    )
    assert.equal(job?.attempts, 3)
    const audit = await server.call('GET', `/api/v1/audit?object=queue:${queue}&operation=retryFailedJob`)
    assertDone(audit)
    assert.equal(audit.body.entries[0].after.job, id)
  } finally {
    await database.single.rows(sql`delete from pgboss.job where id = ${id}`)
  }
})

it('refuses a job that has not failed', async () => {
  for (const id of [newId(), 'x'])
    assertRefused(
      await server.call('POST', `/api/v1/queues/failures/${id}/retry`),
      404,
      'job.not_found',
      /no failed job/,
    )
})
