import { filesSpace, rootId } from '../src/files/index.ts'
import type { Database } from '../src/foundation/db/database.ts'
import { id, sql } from '../src/foundation/db/sql.ts'
import { prefixes } from './crowd.store.ts'

const filesInDirectory = 100
const rowsAtOnce = 5_000
/**
 * Number of different words in all texts together. Each text has a hundred of these words and the number of its file.
 */
const words = 5_000

/**
 * Inserts files that have texts but no bytes. User n of the first hundred is the author of every hundredth file; user n
 * of the second hundred has a grant on every hundredth directory.
 */
export async function fillFiles(database: Database, files: number): Promise<void> {
  const directories = Math.ceil(files / filesInDirectory)
  await database.single.rows(sql`
    insert into directory (id, parent, parents, name, name_key, created_at, created_by, updated_at, updated_by)
    select ${idOf('directory')}, ${rootId}::uuid, ${[rootId]}::uuid[], 'Directory ' || n, 'directory ' || n,
      now(), ${nobody}, now(), ${nobody}
    from generate_series(0, ${directories}::int - 1) n`)
  await database.single.rows(sql`
    insert into access_grant (space, object, subject, rights, created_at, created_by)
    select ${filesSpace}::uuid, ${idOf('directory')}, ${userOf(sql`101 + n % 100`)}, '{view}', now(), ${nobody}
    from generate_series(0, ${directories}::int - 1) n`)
  for (let from = 1; from <= files; from += rowsAtOnce)
    await fillSome(database, from, Math.min(files, from + rowsAtOnce - 1))
  for (const table of ['directory', 'access_grant', 'blob', 'blob_text', 'file', 'file_version'])
    await database.outsideTransaction(sql`vacuum (analyze) ${id(table)}`)
}

async function fillSome(database: Database, from: number, to: number): Promise<void> {
  const numbers = sql`generate_series(${from}::int, ${to}::int) n`
  const hash = sql`sha256(n::text::bytea)`
  await database.single.rows(sql`insert into blob (sha256, size, kept_at) select ${hash}, 1000, now() from ${numbers}`)
  await database.single.rows(sql`
    insert into file (id, directory, name, name_key, original_name, hash, version, created_at, created_by, updated_at, updated_by)
    select ${idOf('file')}, (${filePrefixes.directory} || lpad(to_hex((n - 1) / ${filesInDirectory}::int), 12, '0'))::uuid,
      kind || ' ' || lpad(n::text, 7, '0') || '.pdf', n::text, kind, ${idOf('file')}, 1,
      now() - n * interval '1 minute', ${userOf(sql`1 + n % 100`)}, now(), ${nobody}
    from ${numbers}, lateral (select (array['Contract', 'Invoice', 'Акт сверки', 'Report'])[1 + n / 100 % 4] as kind) k`)
  await database.single.rows(sql`
    insert into file_version (file, no, sha256, size, mime, created_at, created_by)
    select ${idOf('file')}, 1, ${hash}, 1000, 'application/pdf', now(), ${nobody} from ${numbers}`)
  await database.single.rows(sql`
    insert into blob_text (sha256, state, words, excerpt)
    select ${hash}, 'done', to_tsvector('file_words', content), content
    from ${numbers}, lateral (
      select 'Договор номер ' || n || ' о поставке ' || string_agg('слово' || (n::bigint * k * 7919) % ${words}::int, ' ') as content
      from generate_series(1, 100) k) t`)
}

const filePrefixes = { directory: '018f0003-0000-7000-8000-', file: '018f0004-0000-7000-8000-' }
const nobody = '00000000-0000-0000-0000-000000000000'

function idOf(what: keyof typeof filePrefixes) {
  return sql`(${filePrefixes[what]} || lpad(to_hex(n), 12, '0'))::uuid`
}

function userOf(number: ReturnType<typeof sql>) {
  return sql`(${prefixes.user} || lpad(to_hex(${number}), 12, '0'))::uuid`
}
