import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/foundation/db/database.ts'
import { openDatabase } from '../src/foundation/db/open.ts'
import { sql } from '../src/foundation/db/sql.ts'
import { type BenchDatabase, openBenchDatabase } from './postgres.ts'
import { prepare } from './prepare.ts'
import { type Subject, startSubject } from './subject.ts'

/** The measured servers, each on a filled database. */
export interface Setup extends AsyncDisposable {
  /**
   * Undefined when there is no PostgreSQL or it is not wanted. `database` is the access that the rooms use for the same
   * database.
   */
  readonly postgres: { database: Database; bench: BenchDatabase; subject: Subject } | undefined
  readonly embedded: { subject: Subject; version: string } | undefined
}

export interface SetupOptions {
  readonly rows: number
  readonly on: { readonly postgres: boolean; readonly embedded: boolean }
  readonly databaseUrl: string | undefined
  readonly profileDir: string | undefined
  /** Whether the servers measure the stops of their event loops. */
  readonly measuresStops?: boolean | undefined
  /** Fills in further data before the servers start. */
  readonly prepare?: (database: Database) => Promise<void>
}

/** Starts the servers on filled databases. Removes everything again when a step fails. */
export async function setUp(options: SetupOptions): Promise<Setup> {
  await using cleanup = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = options.on.postgres ? await setUpPostgres(options, folder, cleanup) : undefined
  const embedded = options.on.embedded ? await setUpEmbedded(options, folder, cleanup) : undefined
  const all = cleanup.move()
  return { postgres, embedded, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

async function setUpPostgres(
  { rows, profileDir, measuresStops, databaseUrl, on, prepare: more }: SetupOptions,
  folder: string,
  cleanup: AsyncDisposableStack,
): Promise<Setup['postgres']> {
  const bench = await openBenchDatabase(databaseUrl)
  if (bench === undefined) {
    if (!on.embedded) throw new Error(`there is nothing to measure:\n${noPostgres}`)
    console.log(noPostgres)
    return undefined
  }
  cleanup.use(bench)
  const database = await filled({ url: bench.url, dataDir: folder }, rows, more)
  cleanup.defer(() => database.close())
  // Without a checkpoint, the pages written by the filling would be flushed during the first rounds. An error is
  // ignored, because not every user may request a checkpoint.
  await bench.client.query('checkpoint').catch(() => {})
  const dataDir = join(folder, 'server')
  const subject = await startSubject({ dataDir, databaseUrl: bench.url, profileDir, measuresStops })
  return { database, bench, subject: cleanup.use(subject) }
}

async function setUpEmbedded(
  { rows, profileDir, measuresStops, prepare: more }: SetupOptions,
  folder: string,
  cleanup: AsyncDisposableStack,
): Promise<Setup['embedded']> {
  const dataDir = join(folder, 'embedded')
  const database = await filled({ dataDir }, rows, more)
  const row = await database.reader.row<{ version: string }>(sql`select current_setting('server_version') as version`)
  // Only one process may have the embedded database open.
  await database.close()
  const subject = await startSubject({ dataDir, databaseUrl: undefined, profileDir, measuresStops })
  return { subject: cleanup.use(subject), version: row!.version }
}

/** Opens and fills a database. Prints the duration, since a million elements take minutes. */
async function filled(
  where: { url?: string; dataDir: string },
  rows: number,
  more?: SetupOptions['prepare'],
): Promise<Database> {
  const beganMs = performance.now()
  const database = await openDatabase({ ...where, log: () => {} })
  try {
    await prepare(database, rows)
    await more?.(database)
  } catch (error) {
    await database.close()
    throw error
  }
  const kind = database.kind === 'postgres' ? 'PostgreSQL' : 'the embedded database'
  console.log(`${kind} holds ${rows} elements, filled in ${((performance.now() - beganMs) / 1000).toFixed(1)} s`)
  return database
}

const noPostgres = `
*** No PostgreSQL: neither BENCH_DATABASE_URL nor DATABASE_URL is set and no server is installed here. ***
*** Only the embedded database is measured, so there are no shares of bare SQL.                        ***
`
