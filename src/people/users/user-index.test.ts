import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { readMigrations } from '../../foundation/db/migrate.ts'
import { Script, sql } from '../../foundation/db/sql.ts'
import { newId, nilId } from '../../foundation/kit/ids.ts'

it('users of an earlier release are numbered in the order of their creation, and new users follow', async () => {
  await using database = await openTestDatabase()
  const migration = (await readMigrations()).find(({ name }) => name === '0190-user-index.sql')!
  const put = (login: string, at: string) =>
    database.single.rows(sql`
      insert into users (id, login, created_at, created_by, updated_at, updated_by)
      values (${newId()}, ${login}, ${at}::timestamptz, ${nilId}, now(), ${nilId})`)
  await database.single.rows(new Script('drop index users_by_idx; alter table users drop column idx'))
  await put('second', '2025-02-01T00:00:00Z')
  await put('third', '2025-03-01T00:00:00Z')
  await put('first', '2025-01-01T00:00:00Z')
  await database.single.rows(new Script(migration.text))
  await put('fourth', '2024-01-01T00:00:00Z')
  const rows = await database.reader.rows<{ login: string; idx: string }>(
    sql`select login, idx from users order by idx`,
  )
  assert.deepEqual(
    rows.map(({ login, idx }) => [login, Number(idx)]),
    [
      ['first', 1],
      ['second', 2],
      ['third', 3],
      ['fourth', 4],
    ],
  )
})
