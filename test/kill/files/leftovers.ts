import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { createFiles, openS3Blobs } from '../../../src/files/index.ts'
import type { S3Settings } from '../../../src/foundation/config/index.ts'
import type { Database } from '../../../src/foundation/db/database.ts'
import { openDatabase } from '../../../src/foundation/db/open.ts'
import { sql } from '../../../src/foundation/db/sql.ts'
import { createMovableClock } from '../../../src/foundation/kit/clock.ts'

/** Data that belongs to no visible file, before and after the janitor has run. Afterwards all counts must be 0. */
export interface Leftovers {
  readonly before: Counts
  readonly after: Counts
}

interface Counts {
  /** Number of files in the upload folder; `uploadRows` is the number of rows of uploads. */
  readonly uploads: number
  readonly uploadRows: number
  /**
   * Number of stored contents without a row, interrupted copies included; `unusedRows` is the number of rows to which
   * no version refers.
   */
  readonly unknownBytes: number
  readonly unusedRows: number
  /** Number of rows whose bytes are missing; must always be 0. */
  readonly rowsWithoutBytes: number
}

export interface Where {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly s3: S3Settings | undefined
}

/** A time in ms that is longer than the seven days for which the file of an import is kept. */
const laterMs = 8 * 24 * 60 * 60_000
const log = (): void => {}

/**
 * Runs the janitor as if eight days had passed, while no server is running: its clock is eight days ahead, and all
 * files get an old modification time.
 */
export async function sweepLater({ dataDir, databaseUrl, s3 }: Where): Promise<Leftovers> {
  const database = await openDatabase({ url: databaseUrl, dataDir, log })
  const folder = join(dataDir, 'files')
  const blobs = s3 && (await openS3Blobs(s3, log))
  const stored = async (): Promise<string[]> =>
    blobs === undefined ? filesBelow(join(folder, 'bytes')) : Array.fromAsync(blobs.list(Date.now() + laterMs))
  const clock = createMovableClock()
  clock.advance(laterMs)
  try {
    const before = await count(database, folder, await stored())
    for (const path of pathsBelow(folder)) utimesSync(path, 0, 0)
    const files = createFiles({ database, clock, log, folder, blobs })
    // The janitor has swept at its start. This second sweep is awaited, so its errors are reported.
    await files.sweep()
    await files.close()
    const again = s3 && (await openS3Blobs(s3, log))
    const names = again === undefined ? await stored() : await Array.fromAsync(again.list(Date.now() + laterMs))
    await again?.close()
    return { before, after: await count(database, folder, names) }
  } finally {
    await database.close()
  }
}

async function count({ reader }: Database, folder: string, names: readonly string[]): Promise<Counts> {
  const rows = await reader.rows<{ name: string; is_used: boolean }>(sql`
    select encode(sha256, 'hex') as name, exists (select from file_version v where v.sha256 = b.sha256) as is_used
    from blob b`)
  const uploads = await reader.rows(sql`select id from temporary_file`)
  const [known, there] = [new Set(rows.map(({ name }) => name)), new Set(names)]
  return {
    uploads: filesBelow(join(folder, 'tmp')).length,
    uploadRows: uploads.length,
    unknownBytes: names.filter((name) => !known.has(name)).length,
    unusedRows: rows.filter((row) => !row.is_used).length,
    rowsWithoutBytes: rows.filter((row) => row.is_used && !there.has(row.name)).length,
  }
}

function pathsBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const filesBelow = (folder: string): string[] => pathsBelow(folder).map((path) => path.split('/').at(-1)!)
