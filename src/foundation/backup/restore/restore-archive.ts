import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { raiseTurns, recordAudit, systemActor } from '../../audit/index.ts'
import type { Database, Tx } from '../../db/database.ts'
import { applyMigrations, type Migration, readMigrations } from '../../db/migrate.ts'
import { adoptRestoredJobs, createQueueTables } from '../../jobs/index.ts'
import { checkArchive } from '../archive/check-archive.ts'
import { type ArchiveCounts, countsOf, filesFolder, isNameOfFile, type Manifest } from '../archive/manifest.ts'
import { type ArchivedFile, readTar } from '../archive/tar-reader.ts'
import { viewsOf } from '../tables.store.ts'
import { createTableLoader } from './load-tables.ts'
import { openTarget, type TargetOptions } from './target.ts'

/** Stores the bytes of permanent files. */
interface FileTarget {
  /** Stores a complete local file; the bytes are durable when the promise resolves. */
  put(sha256: string, path: string, bytes: number): Promise<void>
}

type RestorePhase = 'checking' | 'restoring' | 'verifying'

export interface RestoreRequest extends TargetOptions {
  readonly path: string
  /** Opens the store of files; called when the data folder is ready. */
  readonly openFiles: () => Promise<FileTarget & { close(): Promise<void> }>
  /** Changes rows that belong to the original installation only. Called after the triggers are enabled again. */
  readonly afterLoad: (tx: Tx) => Promise<void>
  /** Creates the views of the definitions in the restored database, which has none. */
  readonly createViews: (database: Database) => Promise<void>
  /** Reports the progress of the restore; `total` is in bytes, or 0 if unknown. */
  readonly onProgress: (phase: RestorePhase, done: number, total: number) => void
  /** Reports that the remains of an earlier restore were removed. */
  readonly onRepeated: () => void
  readonly signal: AbortSignal
}

export interface Restored {
  readonly manifest: Manifest
  readonly counts: ArchiveCounts
  /** Names of the migrations that were applied after the rows of the archive were restored. */
  readonly migrations: readonly string[]
  /** Tables of the archive that are not part of Chancery, and were not restored. */
  readonly skipped: readonly string[]
  /** Views of the archive that belong to no definition, and were not restored. */
  readonly skippedViews: readonly string[]
}

/**
 * Restores an archive into an empty database and data folder. Reads the whole archive before anything is written.
 * Throws an error with a message for the operator. The next restore removes rows that were already written, and files
 * that were already written to the folder of files.
 */
export async function restoreArchive(request: RestoreRequest): Promise<Restored> {
  const { path, signal, onProgress } = request
  const { size } = await statOf(path)
  const manifest = await checkArchive(path, (bytes) => {
    signal.throwIfAborted()
    onProgress('checking', bytes, size)
  })
  const migrations = await readMigrations()
  const first = migrationsOfArchive(manifest, migrations)
  const target = await openTarget(request)
  try {
    const { database } = target
    if (target.isRepeated) request.onRepeated()
    await applyMigrations(database, first)
    await createQueueTables(database, request.log)
    const loader = await createTableLoader(database, manifest)
    const files = await request.openFiles()
    try {
      const folder = join(request.filesDir, 'tmp')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const missing = new Set(manifest.missingFiles)
      const read = readTar(path, (bytes) => {
        signal.throwIfAborted()
        onProgress('restoring', bytes, size)
      })
      for await (const file of read) {
        if (!file.name.startsWith(filesFolder)) await loader.load(file.name, () => bytesOf(file))
        else if (!missing.has(file.name.slice(filesFolder.length))) await restoreFile(files, folder, file)
      }
    } finally {
      await files.close()
    }
    onProgress('verifying', 0, 0)
    await loader.finish()
    await loader.verify()
    signal.throwIfAborted()
    const applied = await applyMigrations(database, migrations)
    await raiseTurns(database)
    await request.createViews(database)
    const views = new Set((await viewsOf(database.reader)).map(({ name }) => name))
    await database.transaction(async (tx) => {
      await adoptRestoredJobs(tx, database.kind)
      await request.afterLoad(tx)
      const { id, createdAt, product } = manifest
      await recordAudit(tx, systemActor, { object: `backup:${id}`, after: { restored: true, createdAt, product } })
    })
    await target.complete()
    const skippedViews = manifest.views.map(({ name }) => name).filter((name) => !views.has(name))
    return { manifest, counts: countsOf(manifest), migrations: applied, skipped: loader.skipped, skippedViews }
  } finally {
    await target.close()
  }
}

async function statOf(path: string): Promise<{ size: number }> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`there is no file ${path}`) : error
  })
  try {
    return await file.stat()
  } finally {
    await file.close()
  }
}

/**
 * Returns the migrations of the archive's database. Throws when this version lacks one of them or has another text.
 */
function migrationsOfArchive({ migrations, product }: Manifest, known: readonly Migration[]): Migration[] {
  return migrations.map(({ name, sha256 }) => {
    const found = known.find((one) => one.name === name)
    if (found === undefined)
      throw new Error(
        `the archive was made by Chancery ${product}, whose database has the migration ${name}, which this version does ` +
          'not know. Nothing was changed. Restore it with that version or a newer one.',
      )
    if (found.sha256 !== sha256)
      throw new Error(`the migration ${name} of the archive differs from that of this version`)
    return found
  })
}

async function bytesOf(file: ArchivedFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file.chunks()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Writes a file of the archive into the folder, and from there into the store. */
async function restoreFile(files: FileTarget, folder: string, file: ArchivedFile): Promise<void> {
  const sha256 = file.name.slice(filesFolder.length)
  if (!isNameOfFile(sha256)) throw new Error(`the archive has changed while it was read: it has a file ${file.name}`)
  const path = join(folder, `restored-${sha256}`)
  const hash = createHash('sha256')
  const handle = await open(path, 'w', 0o600)
  try {
    for await (const chunk of file.chunks()) {
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
  } finally {
    await handle.close()
  }
  if (hash.digest('hex') !== sha256) throw new Error(`the file ${sha256} of the archive has changed while it was read`)
  await files.put(sha256, path, file.size)
  await rm(path)
}
