import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { Script, sql } from '../../foundation/db/sql.ts'

const migration = readFileSync(new URL('../../foundation/db/migrations/0140-file-words.sql', import.meta.url), 'utf8')

test('files from before the text search are waiting for extraction, once for equal bytes', async () => {
  await using database = await openTestDatabase()
  const count = async (query: ReturnType<typeof sql>) => (await database.reader.row<{ n: number }>(query))?.n
  // Restores the schema from before the text search.
  await database.single.rows(
    new Script(`
    drop table blob_text;
    alter table file drop column words;
    drop text search configuration file_words;
    drop text search dictionary file_russian;
    drop text search dictionary file_english;
    insert into blob (sha256, size, kept_at) select sha256(n::text::bytea), 1, now() from generate_series(1, 3) n;
    insert into file (id, directory, name, original_name, hash, version, created_at, created_by, updated_at, updated_by)
    select gen_random_uuid(), id, 'Отчёт_2026.txt', 'x', gen_random_uuid(), 1, now(), id, now(), id
    from directory, generate_series(1, 3) n where parent is null and is_system and directory.name = 'files';
    insert into file_version (file, no, sha256, size, mime, created_at, created_by)
    select id, 1, sha256((1 + row_number() over () % 2)::text::bytea), 1, 'x', now(), id from file`),
  )
  await database.single.rows(new Script(migration))
  const waiting = await count(sql`select count(*)::int as n from blob_text where state = 'waiting'`)
  assert.equal(waiting, 2, 'and not the one that no version names')
  const named = sql`select count(*)::int as n from file where words @@ phraseto_tsquery('file_words', 'отчеты 2026')`
  assert.equal(await count(named), 3)
})
