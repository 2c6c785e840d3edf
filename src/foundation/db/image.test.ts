// Takes long: it creates databases.
// Runs on the embedded database only: it is about the embedded database.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { embeddedPlace, type TestPlace } from '../../../test/database.ts'
import type { Database } from './database.ts'
import { packFolder } from './embedded/image-file.ts'
import { imageTime, replaceImageTime } from './image.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { dumpSchema } from './schema.ts'
import { Script } from './sql.ts'

const log = (): void => {}
const run = promisify(execFile)
const [clock, program] = ['fixed-clock.ts', 'write-database-image.ts'].map(
  (name) => new URL(`../../../scripts/${name}`, import.meta.url),
)

const times = ['applied_at', 'created_at', 'updated_at']

/** Returns the rows of each table that has any, without their times. */
async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const tables = await database.reader.rows<{ name: string }>(
    new Script(`select tablename as name from pg_tables where schemaname = 'public' order by 1`),
  )
  for (const { name } of tables) {
    const rows = await database.reader.rows<{ text: string }>(
      new Script(`select (to_jsonb(t) - '{${times.join()}}'::text[])::text as text from "${name}" t order by 1`),
    )
    if (rows.length > 0) found[name] = rows.map(({ text }) => text)
  }
  return found
}

describe('the image of the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-image-'))
  const image = join(folder, 'image')
  let packed: readonly Uint8Array[]
  let created: TestPlace
  before(async () => {
    packed = await Promise.all(
      ['first', 'second'].map(async (name) => {
        const dataDir = join(folder, name)
        await run(process.execPath, ['--import', clock!.href, fileURLToPath(program!), '--create', dataDir])
        return packFolder(join(dataDir, 'db'))
      }),
    )
    writeFileSync(image, packed[0]!)
    created = await embeddedPlace()
  })
  after(async () => {
    await created.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has the same bytes every time it is made', () => {
    assert.ok(Buffer.from(packed[0]!).equals(packed[1]!))
  })

  it('gives the schema and the rows of a created database', async () => {
    const made = await openDatabase({ dataDir: join(folder, 'made'), image, log })
    const other = await openDatabase({ dataDir: created.dataDir, log })
    try {
      // The tables of the job queue are made at the start of a server.
      await other.outsideTransaction(new Script('drop schema pgboss cascade'))
      assert.deepEqual(await migrate(made), [], 'all migrations are in the image')
      await replaceImageTime(made.single)
      assert.equal(await dumpSchema(made), await dumpSchema(other))
      assert.deepEqual(await rowsOf(made), await rowsOf(other))
    } finally {
      await Promise.all([made.close(), other.close()])
    }
  })

  it('leaves no time of the image in the rows', async () => {
    const made = await openDatabase({ dataDir: join(folder, 'made'), log })
    try {
      const columns = await made.reader.rows<{ table: string; name: string }>(
        new Script(`select c.relname as table, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
          where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.atttypid = 'timestamptz'::regtype
          and not a.attisdropped`),
      )
      assert.ok(columns.length > 50)
      for (const { table, name } of columns) {
        const rows = await made.reader.rows(new Script(`select 1 from "${table}" where "${name}" = '${imageTime}'`))
        assert.equal(rows.length, 0, `${table}.${name} has the time of the image; replaceImageTime must replace it`)
      }
    } finally {
      await made.close()
    }
  })

  it('is not needed: with a damaged image, the database is created', async () => {
    const damaged = join(folder, 'damaged')
    writeFileSync(damaged, packed[0]!.subarray(0, 1_000_000))
    const database = await openDatabase({ dataDir: join(folder, 'afresh'), image: damaged, log })
    assert.equal(
      await database.reader.row(new Script(`select to_regclass('migration') as there`)).then((row) => row!.there),
      null,
    )
    await database.close()
  })
})
