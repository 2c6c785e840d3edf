import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { sql } from '../db/sql.ts'
import { systemClock } from '../kit/clock.ts'
import { idOfPath } from '../kit/ids.ts'
import { actor, log } from './audit.fixture.ts'
import { createRefusals } from './refusals.ts'

it('the refusals of one user are recorded up to 30 times a minute, without limiting those of other users', async () => {
  await using database = await openTestDatabase()
  const refusals = createRefusals({ database, clock: systemClock, log })
  const other = { ...actor, userId: idOfPath('user/bob') }
  for (let turn = 0; turn < 100; turn++)
    refusals.note(actor, { code: 'auth.not_allowed', path: `/api/v1/users/${turn}` })
  refusals.note(other, { code: 'auth.not_allowed', path: '/api/v1/tokens' })
  await refusals.close()
  const rows = await database.reader.rows<{ user_id: string; rows: number; outcomes: string }>(sql`
    select user_id, count(*)::int as rows, string_agg(distinct outcome || ' ' || code, ', ') as outcomes
    from audit group by 1`)
  const found = new Map(rows.map((row) => [row.user_id, [row.rows, row.outcomes]]))
  assert.deepEqual(found.get(actor.userId), [30, 'refused auth.not_allowed'])
  assert.deepEqual(found.get(other.userId), [1, 'refused auth.not_allowed'])
})

it('a refusal that cannot be recorded is logged and affects nothing else', async () => {
  const database = await openTestDatabase()
  const logged: string[] = []
  const refusals = createRefusals({ database, clock: systemClock, log: (_level, message) => void logged.push(message) })
  await database.close()
  refusals.note(actor, { code: 'auth.not_allowed', path: '/' })
  await refusals.close()
  assert.deepEqual(logged, ['recording a refusal in the audit log failed'])
})
