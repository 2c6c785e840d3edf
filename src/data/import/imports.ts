import { once } from 'node:events'
import { recordAudit } from '../../foundation/audit/index.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Handler, Jobs } from '../../foundation/jobs/index.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { Caller } from '../../people/index.ts'
import { rightMissing } from '../elements/rights/refusals.ts'
import type { ApplicationAddress } from '../elements/source/opened-application.ts'
import { alreadyRunning, importNotFound, notCancellable, unknownFile } from './errors.ts'
import type { ImportDeps } from './import-deps.ts'
import { cancelImport, type Import, importById, insertImport, lastImport, newestImports } from './imports.store.ts'
import { type ImportOptions, readOptions } from './options.ts'
import { ImportPreviews } from './preview/preview.ts'
import { endFact, runImport } from './run-import.ts'
import { type ImportStatus, noImport, statusOf } from './status.ts'
import { type Undone, undoImport } from './undo.ts'
import { type ReportOptions, reportText } from './write-report.ts'

const queue = 'imports'
const rowsAtOnce = 500
/**
 * The maximum number of attempts. Only a killed process or a failure of the server or the database uses up an
 * attempt. An import that fails for another reason ends and is not retried.
 */
const attempts = 1000
/** How long the source file is kept for the report, in milliseconds. This also limits the duration of an import. */
const fileRetentionMs = 7 * 24 * 60 * 60 * 1000

export interface ImportsDeps extends Omit<ImportDeps, 'batchRows'> {
  readonly log: Log
  readonly jobs: Jobs
  /** The maximum number of rows per transaction; 500 by default, less in tests. */
  readonly batchRows?: number
}

type Deps = ImportDeps & Pick<ImportsDeps, 'jobs' | 'log'>

/** Imports of files into applications: starting, following, cancelling and undoing them, and previews. */
export class Imports extends ImportPreviews {
  readonly #deps: Deps
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<void>>()

  private constructor(deps: Deps) {
    super(deps)
    this.#deps = deps
  }

  /** Creates the imports and their queue. */
  static async create({ batchRows = rowsAtOnce, ...deps }: ImportsDeps): Promise<Imports> {
    const imports = new Imports({ ...deps, batchRows })
    const handler: Handler<{ importId: string }> = ({ data, signal }) => imports.#work(data.importId, signal)
    await deps.jobs.work(queue, handler, { retryLimit: attempts, retryDelayMaxS: 30 })
    return imports
  }

  /** Queues an import of the file and returns its id. */
  async start(caller: Caller, address: ApplicationAddress, options: ImportOptions): Promise<{ importId: string }> {
    const { database, clock, files, jobs, open } = this.#deps
    const { application, visible, authority } = open(caller, address)
    if (authority.rows('import') === false) throw rightMissing('import', application)
    const settings = readOptions(visible, options)
    const { fileHash } = options
    if (!fileHash)
      throw unknownFile('"fileHash" is missing; send the hash under which the file was uploaded', {
        field: 'fileHash',
      })
    const file = isUuid(fileHash) ? await files.temporaryByHash(caller.userId, fileHash.toLowerCase()) : undefined
    if (file === undefined) throw expired(fileHash)
    const nowMs = clock.nowMs()
    const fresh = {
      id: newId(nowMs),
      app: application.id,
      namespace: application.namespace,
      code: application.code,
      userId: caller.userId,
      file: { id: file.id, hash: fileHash.toLowerCase(), name: file.name },
      settings,
    }
    try {
      await database.transaction(async (tx) => {
        await insertImport(tx, fresh, new Date(nowMs))
        if (!(await files.pin(tx, file.id, nowMs + fileRetentionMs))) throw expired(fileHash)
        await jobs.enqueue(tx, queue, { importId: fresh.id })
        // The audit entry has only the known options: another field of the input could be a misplaced secret.
        const after = { application: `${fresh.namespace}.${fresh.code}`, file: file.name, ...settings }
        await recordAudit(tx, caller, { object: `import:${fresh.id}`, after })
      })
    } catch (error) {
      if (!isUniqueViolation(error, 'import_active')) throw error
      throw alreadyRunning(`an import of ${application.namespace}.${application.code} is running; wait until it ends`)
    }
    jobs.nudge(queue)
    return { importId: fresh.id }
  }

  /** Returns the status of an import; of the latest import of the application when `importId` is omitted. */
  async status(caller: Caller, address: ApplicationAddress, importId?: string): Promise<ImportStatus> {
    const { application } = this.#deps.open(caller, address)
    if (importId === undefined) {
      const last = await lastImport(this.#deps.database.reader, application.id)
      return last === undefined ? noImport : statusOf(last, mayRead(caller, last))
    }
    const found = await this.#own(caller, importId)
    if (found.app !== application.id) throw importNotFound(`import ${importId} does not belong to this application`)
    return statusOf(found)
  }

  async get(caller: Caller, id: string): Promise<ImportStatus> {
    return statusOf(await this.#own(caller, id))
  }

  /** Returns the status of an import of the caller; undefined when there is none. Administrators see all imports. */
  async find(caller: Caller, id: string): Promise<ImportStatus | undefined> {
    const found = await this.#ownOrNone(caller, id)
    return found && statusOf(found)
  }

  /** Returns the newest imports of the caller; administrators see those of all users. */
  async list(
    caller: Caller,
    { application, size }: { application?: ApplicationAddress; size: number },
  ): Promise<ImportStatus[]> {
    const app = application && this.#deps.open(caller, application).application.id
    const userId = caller.administrator ? undefined : caller.userId
    return (await newestImports(this.#deps.database.reader, { userId, app, size })).map((one) => statusOf(one))
  }

  /** Returns the newest imports with their users, for lists of jobs; administrators see those of all users. */
  async newest(
    caller: Caller,
    size: number,
  ): Promise<readonly { readonly id: string; readonly createdBy: string; readonly status: ImportStatus }[]> {
    const found = await newestImports(this.#deps.database.reader, {
      userId: caller.administrator ? undefined : caller.userId,
      size,
    })
    return found.map((one) => ({ id: one.id, createdBy: one.userId, status: statusOf(one) }))
  }

  /** Returns the report as CSV, in pieces. */
  async report(caller: Caller, id: string, options: ReportOptions = {}): Promise<AsyncIterable<string>> {
    return reportText(this.#deps, await this.#own(caller, id), options)
  }

  /** Cancels an import. The rows that are already written are kept and can be undone. */
  async cancel(caller: Caller, id: string): Promise<ImportStatus> {
    const { database, clock, tell } = this.#deps
    const imported = await this.#own(caller, id)
    const now = new Date(clock.nowMs())
    await database.transaction(async (tx) => {
      if (!(await cancelImport(tx, imported, cancelled, now))) throw notCancellable('this import has ended already')
      await recordAudit(tx, caller, {
        object: `import:${imported.id}`,
        before: { state: imported.state },
        after: { state: 'cancelled' },
      })
      await tell(tx, [endFact(imported, cancelled, caller.userId)])
    })
    return statusOf(await this.#own(caller, id))
  }

  /** Undoes an import, except in elements that were changed after the import. */
  async undo(caller: Caller, id: string): Promise<Undone> {
    return undoImport(this.#deps, caller, await this.#own(caller, id))
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('this node is stopping'))
    await Promise.all(this.#running)
  }

  async #work(importId: string, signal: AbortSignal): Promise<void> {
    const run = runImport(this.#deps, importId, AbortSignal.any([signal, this.#closing.signal]))
    const ended = run.catch(() => {})
    this.#running.add(ended)
    try {
      await run
    } catch (error) {
      // The queue stops shortly after this module. An error before the queue has stopped would count as a failed
      // attempt of the job, so wait for the signal of the queue.
      if (this.#closing.signal.aborted && !signal.aborted) await once(signal, 'abort')
      throw error
    } finally {
      this.#running.delete(ended)
    }
  }

  /**
   * Returns an import. Throws `import.not_found` when no import has the id, or when the caller neither started the
   * import nor is an administrator, because the errors of an import contain values of the file.
   */
  async #own(caller: Caller, id: string): Promise<Import> {
    const found = await this.#ownOrNone(caller, id)
    if (found !== undefined) return found
    throw importNotFound(`import ${id.slice(0, 100)} not found`)
  }

  async #ownOrNone(caller: Caller, id: string): Promise<Import | undefined> {
    const found = isUuid(id) ? await importById(this.#deps.database.reader, id) : undefined
    return found !== undefined && mayRead(caller, found) ? found : undefined
  }
}

const cancelled = {
  row: 0,
  code: 'import.cancelled',
  message: 'the import was cancelled; the rows before are kept and can be undone',
}

function mayRead(caller: Caller, { userId }: Import): boolean {
  return caller.administrator || caller.userId === userId
}

function expired(fileHash: string): Error {
  return unknownFile(
    `no complete upload of yours has the hash ${fileHash.slice(0, 100)}; uploads are kept for an hour`,
    {
      field: 'fileHash',
    },
  )
}
