import { recordAudit, systemActor } from '../../foundation/audit/index.ts'
import type { Tx } from '../../foundation/db/database.ts'
import { isConnectionTrouble } from '../../foundation/db/failures.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { Fact } from '../../people/index.ts'
import { applyFile, Lost } from './apply-file.ts'
import { type ImportDeps, importOperation } from './import-deps.ts'
import { claimImport, finishImport, type Import } from './imports.store.ts'
import { type ImportProblem, problemOf } from './problem.ts'

export interface RunDeps extends ImportDeps {
  readonly log: Log
}

/**
 * Runs an import to its end, from the row after the last one written. Throws when the run is interrupted, and when
 * the server or the database fails; the import then has to be run again.
 */
export async function runImport(deps: RunDeps, importId: string, signal: AbortSignal): Promise<void> {
  const { database, clock, tell } = deps
  const imported = await claimImport(database.single, importId, new Date(clock.nowMs()))
  if (imported === undefined) return
  let problem: ImportProblem | undefined
  try {
    problem = await applyFile(deps, imported, signal)
  } catch (error) {
    if (error instanceof Lost) return
    signal.throwIfAborted()
    problem = endBy(error, importId, deps.log)
  }
  await database.transaction(async (tx) => {
    const ended = await finishImport(tx, imported, problem, new Date(clock.nowMs()))
    if (ended === undefined) return
    await recordEnd(tx, ended)
    await tell(tx, [endFact(ended, problem)])
  })
}

/** Records the end of an import with its numbers of elements: one entry, however many rows the file has. */
async function recordEnd(tx: Tx, { id, userId, file, namespace, code, settings, ...ended }: Import): Promise<void> {
  const { state, created, updated, unchanged, failed } = ended
  await recordAudit(
    tx,
    { ...systemActor, userId, operation: importOperation, requestId: id },
    {
      object: `import:${id}`,
      before: { state: 'running' },
      after: {
        state,
        ...(settings.dryRun && { dryRun: true }),
        ...{ file: file.name, application: `${namespace}.${code}`, created, updated, unchanged, failed },
      },
    },
  )
}

/** Returns the notification about the end of an import, for the user who started the import. */
export function endFact(imported: Import, problem: ImportProblem | undefined, by?: string): Fact {
  const { id, userId, namespace, code, file, created, updated, unchanged, failed } = imported
  return {
    key: `import:${id}:end`,
    event: problem === undefined ? 'import.done' : 'import.failed',
    to: [userId],
    about: { type: 'import', id },
    details: {
      ...{ file: file.name, application: `${namespace}.${code}`, created, updated, unchanged, failed },
      problem: problem?.message ?? null,
    },
    by,
  }
}

/** Returns the problem that the user sees. Rethrows errors that a retry may overcome. */
function endBy(error: unknown, importId: string, log: Log): ImportProblem {
  if (isConnectionTrouble(error)) throw error
  if (error instanceof PlatformError) {
    if (error.status >= 500) throw error
    const { row } = error.details
    return problemOf(error, typeof row === 'number' ? row : 0)
  }
  log('error', 'an import ended because of an internal error', { importId, error })
  return { row: 0, message: 'the import failed because of an internal error; the server log has the details' }
}
