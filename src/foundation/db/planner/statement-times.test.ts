import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import { sql } from '../sql.ts'
import { statementTimes } from './statement-times.ts'

it('the time of a statement does not include waiting for a connection', async (t) => {
  await using database = await openTestDatabase()
  if (database.kind === 'embedded') return t.skip('the embedded database has one session')
  // More than the pool has.
  const others = Array.from({ length: 12 }, () => database.reader.rows(sql`select pg_sleep(0.4)`))
  const [measured, other] = [sql`select pg_sleep(0.02)`, sql`select 1 as one`]
  statementTimes.measure(measured)
  const beganMs = performance.now()
  await Promise.all([database.reader.rows(measured), database.reader.rows(other)])
  const waitedMs = performance.now() - beganMs
  await Promise.all(others)
  const spentMs = statementTimes.of(measured)
  assert.ok(spentMs >= 19 && spentMs < waitedMs - 200, `${spentMs} of ${waitedMs}`)
  assert.equal(statementTimes.of(other), 0)
})
