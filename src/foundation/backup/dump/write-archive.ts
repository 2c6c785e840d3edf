import { createHash } from 'node:crypto'
import type { Snapshot } from '../../db/database.ts'
import { databaseSize } from '../../db/size.store.ts'
import {
  type ArchivedTable,
  type ArchiveHead,
  filesFolder,
  formatVersion,
  headName,
  type Manifest,
  manifestHashName,
  manifestName,
} from '../archive/manifest.ts'
import { createTarWriter, type TarWriter } from '../archive/tar-writer.ts'
import type { FileSource } from '../file-source.ts'
import { archivedTables, migrationsOf, sequencesOf, viewsOf } from '../tables.store.ts'
import { leftOut } from '../tables.ts'
import { type Progress, type Steps, stepsOf } from './steps.ts'
import { writeTable } from './write-table.ts'

export interface ArchiveRequest {
  readonly snapshot: Snapshot
  readonly files: FileSource
  /** The file to write; it must not exist. */
  readonly path: string
  readonly id: string
  readonly product: string
  readonly kind: ArchiveHead['database']['kind']
  readonly nowMs: number
  readonly progress: Progress
}

export interface WrittenArchive {
  readonly bytes: number
  readonly sha256: Buffer
  readonly manifest: Manifest
}

/** Writes a snapshot and its files to an archive. The archive is durable when the promise resolves. */
export async function writeArchive(request: ArchiveRequest): Promise<WrittenArchive> {
  const { snapshot, path, nowMs } = request
  const writer = await createTarWriter(path, nowMs)
  try {
    // Views first: PostgreSQL shows their present definition, not that of the snapshot.
    const views = await viewsOf(snapshot)
    const head: ArchiveHead = {
      format: formatVersion,
      product: request.product,
      id: request.id,
      createdAt: new Date(nowMs).toISOString(),
      database: { kind: request.kind, version: (await databaseSize(snapshot)).version },
    }
    await writer.add(headName, json(head))
    const found = await archivedTables(snapshot)
    const steps = stepsOf(request.progress, found, await request.files.size(snapshot))
    const tables: ArchivedTable[] = []
    for (const table of found) tables.push(await writeTable({ snapshot, writer, table, steps }))
    const files = await writeFiles(request, writer, steps)
    const manifest: Manifest = {
      ...head,
      migrations: await migrationsOf(snapshot),
      tables,
      leftOut: Object.keys(leftOut),
      sequences: await sequencesOf(snapshot),
      views,
      ...files,
    }
    const text = json(manifest)
    await writer.add(manifestName, text)
    await writer.add(manifestHashName, Buffer.from(`${createHash('sha256').update(text).digest('hex')}\n`))
    return { ...(await writer.finish()), manifest }
  } finally {
    await writer.close()
  }
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

async function writeFiles(
  { snapshot, files }: ArchiveRequest,
  writer: TarWriter,
  steps: Steps,
): Promise<Pick<Manifest, 'files' | 'missingFiles'>> {
  const written = { count: 0, bytes: 0 }
  const missingFiles: string[] = []
  for await (const batch of files.list(snapshot)) {
    for (const { sha256, bytes } of batch) {
      const problem = await writer.addChunks(`${filesFolder}${sha256}`, bytes, async () =>
        counted(await files.read(sha256, bytes), steps),
      )
      if (problem !== undefined) {
        if (!(await files.isLost(sha256, bytes))) throw problem
        missingFiles.push(sha256)
      }
      written.count++
      written.bytes += bytes
    }
  }
  return { files: written, missingFiles }
}

/** Passes chunks on and reports their sizes. The report throws when the backup was cancelled. */
async function* counted(chunks: AsyncIterable<Buffer>, steps: Steps): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    steps.advance(chunk.length)
    yield chunk
  }
}
