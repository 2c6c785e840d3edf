import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { Script } from '../../foundation/db/sql.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { unknownUsers } from '../org-chart/org-items.store.ts'
import { missingSubjects } from './subjects.store.ts'

it('what does not exist is named in the order in which it was asked for, whatever the plan of the query', async () => {
  await using database = await openTestDatabase()
  await database.single.rows(
    new Script(`insert into users (id, login, created_at, created_by, updated_at, updated_by)
      select u, 'user-' || u, now(), u, now(), u from (select gen_random_uuid() as u from generate_series(1, 3000)) as made;
    analyze users`),
  )
  const ids = Array.from({ length: 150 }, newId)
  await database.transaction(async (tx) => {
    // The join that remains may hash the ids and return them in the order of their hashes.
    await tx.rows(new Script('set local enable_nestloop = off; set local enable_mergejoin = off'))
    assert.deepEqual(await unknownUsers(tx, ids), ids)
    assert.deepEqual(await missingSubjects(tx, { paths: ['a.b', 'a.a'], ids }), ['a.b', 'a.a', ...ids])
  })
})
