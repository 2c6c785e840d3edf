import type { Files } from '../../files/index.ts'
import { fileOnDisk } from '../../foundation/kit/source-file.ts'
import { applyBatch, type BatchDeps } from './apply-batch.ts'
import { batchesOf, countRows, readAhead } from './batches.ts'
import { unknownFile } from './errors.ts'
import { type ImportDeps, importerOf } from './import-deps.ts'
import { type Import, noteTable } from './imports.store.ts'
import { mapColumns } from './mapping.ts'
import { createReferences } from './plan/references.ts'
import type { ImportProblem } from './problem.ts'
import type { Table } from './read/row.ts'
import { openTable } from './read/table.ts'

/** Thrown when another process has taken over the import. */
export class Lost extends Error {}

/**
 * Applies the remaining rows of the file. Returns a problem when the import has to end before the end of the file,
 * otherwise undefined. Throws `Lost` when another process has taken over the import.
 */
export async function applyFile(
  deps: ImportDeps,
  imported: Import,
  signal: AbortSignal,
): Promise<ImportProblem | undefined> {
  const { database, open } = deps
  const table = await tableOf(deps.files, imported)
  const { visible } = open(await importerOf(deps, imported.userId), imported)
  const { ignoredColumns } = mapColumns(table.columns, visible, imported.settings)
  if (imported.total === null) {
    const total = await countRows(table, signal)
    if (!(await noteTable(database.single, imported, total, ignoredColumns))) throw new Lost()
  }
  const batchDeps: BatchDeps = { ...deps, columns: table.columns, references: createReferences(database.reader) }
  let current = imported
  for await (const batch of readAhead(batchesOf(table, imported.rowReached, deps.batchRows))) {
    for (let rest = batch; rest.length > 0; ) {
      signal.throwIfAborted()
      const applied = await applyBatch(batchDeps, current, rest)
      if (applied === 'lost') throw new Lost()
      current = applied.imported
      if (applied.isStopped) return stopped(current)
      rest = rest.slice(applied.count)
    }
  }
  return undefined
}

/** Opens the source file, as uploaded by the user who started the import. */
export async function tableOf(files: Files, { userId, file, settings }: Import): Promise<Table> {
  const local = await files.temporaryByHash(userId, file.hash)
  if (local === undefined || local.id !== file.id) throw unknownFile('the source file of the import has been removed')
  return openTable(await fileOnDisk(local.path).catch(notHere), settings)
}

function notHere(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? unknownFile('the source file is not in the data folder of this server') : error
}

function stopped({ failed, rowReached, settings }: Import): ImportProblem {
  const why = settings.failuresAllowed === 0 ? `row ${rowReached} failed` : `${failed} rows failed`
  const what = settings.dryRun ? 'nothing was written' : 'the rows before it are kept and can be undone'
  return { row: rowReached, message: `the import ended here because ${why}; ${what}`, code: 'import.stopped' }
}
