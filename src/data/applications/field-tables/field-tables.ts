import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Database, Tx } from '../../../foundation/db/database.ts'
import { isLockTimeout } from '../../../foundation/db/failures.ts'
import type { Sql } from '../../../foundation/db/sql.ts'
import type { PeriodicJob } from '../../../foundation/jobs/index.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { lockDefinitions, raiseCatalog } from '../../../solutions/index.ts'
import { type Application, applicationPath } from '../application.ts'
import { fieldColumns } from '../field-columns.ts'
import { dropEarlierIndexes } from './field-indexes.store.ts'
import * as store from './field-tables.store.ts'
import { buildFieldIndexes, type IndexDeps, keepListIndexes } from './keep-indexes.ts'
import { dropEarlierTriggers, writers } from './keeper.store.ts'
import { areListIndexesDue, type ListIndexLimits, shapesWithIndex } from './list-indexes.store.ts'
import { ListUsage } from './list-usage.ts'

/** An application with fewer elements has no field table: reading all of them is fast, and writes are cheaper. */
const usualFrom = 1_000
const lookEveryMs = 10_000
const usualFilledAtOnce = 2_000
const lockAttempts = 60
const lockPauseMs = 250
const maxLockPauseMs = 5_000
/** The maximum number of looks that are left out after failures, about ten minutes. */
const maxPause = 60
/** The number of elements after which the filling of a table is reported in the log. */
const reportedEach = 100_000

interface Deps {
  readonly database: Database
  /** Returns the deployed applications. */
  readonly applications: () => readonly Application[]
  /** Reads the definitions again, with the filled columns of field tables. */
  readonly refresh: () => Promise<void>
  readonly log: Log
  /** The number of elements from which an application gets a field table. */
  readonly from?: number | undefined
  /** The number of elements of one transaction while a table is filled. */
  readonly filledAtOnce?: number
  /** When lists get an index of their own. */
  readonly listIndexLimits?: Partial<ListIndexLimits>
}

/**
 * The field tables: for each application with many elements, a table with typed columns of the values by which elements
 * are found, and the indexes of its fields. Triggers keep the tables. They are built in the background, and until a
 * table is filled, lists read the elements themselves.
 */
export class FieldTables {
  readonly #deps: Deps
  readonly #from: number
  /** What lists cost, which decides about further indexes. */
  readonly usage: ListUsage
  readonly #closing = new AbortController()
  readonly #indexDeps: IndexDeps
  #last: Promise<void> = Promise.resolve()
  /** The number of looks to leave out after a failure, and how many were left out after the failure before. */
  #pause = 0
  #pausedBefore = 0

  constructor(deps: Deps) {
    this.#deps = deps
    this.#from = deps.from ?? usualFrom
    this.#indexDeps = { ...deps, isClosing: () => this.#isClosing }
    this.usage = new ListUsage(deps.database, deps.listIndexLimits)
  }

  /** Looks for applications that have grown. Each node looks, because runs of one node are stored; one node builds. */
  get periodic(): PeriodicJob {
    // A stopping node does not wait for a build.
    const run = (signal: AbortSignal): Promise<unknown> => Promise.race([this.#look(), once(signal, 'abort')])
    return { name: 'keep field tables', everyMs: lookEveryMs, on: 'every node', run }
  }

  /**
   * Builds the missing tables, columns and indexes and drops those that no field needs. Calls run one after the other;
   * each reads the definitions anew. A call that was interrupted is continued by the next one.
   */
  keep(): Promise<void> {
    this.#last = this.#last.catch(() => {}).then(() => this.#keepAll())
    return this.#last
  }

  /** Keeps the tables after definitions were applied: in the background, unless every application gets a table. */
  async applied(): Promise<void> {
    if (this.#from === 0) await this.keep()
    else this.start()
  }

  /** Keeps the tables in the background. */
  start(): void {
    this.keep().catch((error) => {
      if (!this.#isClosing) this.#deps.log('warn', 'building field tables failed; it is tried again', { error })
    })
  }

  /**
   * Returns the elements whose row in a field table differs from the element, as `namespace.code/id`. Compares the
   * elements after the place `after` up to the place `upTo`; a place is `app/id`, and undefined is the beginning or the
   * end.
   */
  async wrongRows(after: string | undefined, upTo: string | null): Promise<string[]> {
    const [from, to] = [after, upTo ?? undefined].map((place) => place?.split('/'))
    const wrong: string[] = []
    for (const application of this.#deps.applications()) {
      const { id, fieldTable } = application
      const isComplete = fieldTable?.size === fieldColumns(application).size
      if (!isComplete || (from && id < from[0]!) || (to && id > to[0]!)) continue
      const range = { after: id === from?.[0] ? from[1]! : nilId, upTo: id === to?.[0] ? to[1] : undefined }
      const ids = await store.wrongRows(this.#deps.database.reader, application, range)
      wrong.push(...ids.map((each) => `${applicationPath(application)}/${each}`))
    }
    return wrong
  }

  /** Stops after the current statement, without waiting for it: building an index may take minutes. */
  close(): void {
    this.#closing.abort()
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted
  }

  async #look(): Promise<void> {
    const { database, log } = this.#deps
    await this.usage.save().catch((error) => log('warn', 'storing the costs of lists failed', { error }))
    if (this.#pause > 0) {
      this.#pause--
      return
    }
    const { reader } = database
    if ((await store.isKeepingDue(reader, this.#from)) || (await areListIndexesDue(reader))) await this.keep()
    if (await this.#hasUnknownIndexes()) await this.#raiseCatalog(async () => {})
  }

  /**
   * Returns whether the indexes that the lists know are other ones than those in the database. PostgreSQL goes on with
   * an index when the node that has begun it is killed, and no node tells the lists when the index is ready.
   */
  async #hasUnknownIndexes(): Promise<boolean> {
    await this.#deps.refresh()
    const found = await shapesWithIndex(this.#deps.database.reader)
    return this.#deps
      .applications()
      .some(
        ({ id, indexedShapes: known = new Set() }) => known.symmetricDifference(found.get(id) ?? new Set()).size > 0,
      )
  }

  async #keepAll(): Promise<void> {
    const { database } = this.#deps
    if (this.#isClosing) return
    await database.alone(async () => {
      await this.#deps.refresh()
      const earlier = await store.storedFieldTables(database.reader)
      // Two versions of the program would build each other's columns in turns.
      if (earlier.some(({ format }) => format > store.format)) return
      const failures: unknown[] = []
      for (const { app, isUnneeded } of earlier)
        if (isUnneeded) await this.#drop(app).catch((error: unknown) => failures.push(error))
      const stored = new Map((await store.storedFieldTables(database.reader)).map((one) => [one.app, one]))
      const large = await store.largeApplications(database.reader, this.#from)
      for (const { id } of this.#deps.applications()) {
        const known = stored.get(id)
        if (known === undefined && !large.has(id)) continue
        // Filling the table of another application may have taken minutes.
        await this.#deps.refresh()
        const application = this.#deps.applications().find((one) => one.id === id)
        if (application !== undefined)
          await this.#keepOne(application, known).catch((error: unknown) => failures.push(error))
      }
      // Where somebody reads the elements for long, the triggers, which do nothing, stay until the next call.
      await database.transaction(dropEarlierTriggers).catch(ignoreLockTimeout)
      await this.#runEach(await dropEarlierIndexes(database.reader))
      await this.#keepListIndexes().catch((error: unknown) => failures.push(error))
      // What failed once may fail for long, for example a value that is too long for an index.
      this.#pause = failures.length === 0 ? 0 : Math.min(Math.max(this.#pausedBefore * 2, 1), maxPause)
      this.#pausedBefore = this.#pause
      if (failures.length > 0) throw failures[0]
    }, 'field tables')
  }

  async #keepOne(application: Application, known: store.StoredFieldTable | undefined): Promise<void> {
    const { database } = this.#deps
    if (this.#isClosing) return
    const columns = fieldColumns(application)
    const wanted = [...columns.values()]
    const filled = known?.columns ?? undefined
    const missing = [...columns].flatMap(([code, { name }]) => (filled?.includes(name) ? [] : [code]))
    const isPresent = known?.format === store.format
    const isComplete = isPresent && missing.length === 0 && filled?.length === wanted.length && known.filling === null
    if (!isComplete) {
      const names = wanted.map(({ name }) => name)
      const isSame = isPresent && isDeepStrictEqual(known.filling, names)
      if (!isSame) {
        await this.#withLock((tx) => store.prepareTable(tx, application, { wanted, isNew: !filled }))
      }
      if (!isSame || !known?.isBegun) await this.#waitForWriters()
      if (missing.length > 0 || !filled) await this.#fill(application, filled && missing)
    }
    if (!isComplete && !this.#isClosing) await database.outsideTransaction(store.analyzed(application))
    // A table without one of its indexes is used: it is no slower than the elements.
    const failure = await buildFieldIndexes(this.#indexDeps, application).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (!isComplete && !this.#isClosing) {
      await database.outsideTransaction(store.analyzed(application))
      await this.#raiseCatalog((tx) => store.markFilled(tx, application))
    } else if (known?.isOutdated) await this.#withLock((tx) => store.dropOutdated(tx, application))
    if (failure !== undefined) throw failure.error
  }

  /** Drops the table of a removed application in steps of which each may be the last, and is repeated by the next call. */
  async #drop(app: string): Promise<void> {
    const locked = (work: typeof store.dropTable) => (tx: Tx) => lockDefinitions(tx).then(() => work(tx, app))
    await this.#withLock(locked(store.stopWriting))
    await this.#waitForWriters()
    await this.#withLock(locked(store.dropTable))
  }

  async #fill(application: Application, added: readonly string[] | undefined): Promise<void> {
    const { log, filledAtOnce = usualFilledAtOnce } = this.#deps
    for (let [count, written] = [0, filledAtOnce]; written > 0 && !this.#isClosing; count += written) {
      written = (await this.#withLock((tx) => store.fillNext(tx, application, added, filledAtOnce))) ?? 0
      if (count > 0 && count % reportedEach < filledAtOnce)
        log('info', 'filling a field table', { application: applicationPath(application), elements: count })
    }
  }

  /** Keeps the indexes for lists, after all tables are filled: building one waits for all transactions. */
  async #keepListIndexes(): Promise<void> {
    let isChanged = false
    for (const application of this.#deps.applications()) {
      if (application.fieldTable === undefined || this.#isClosing) continue
      if (await keepListIndexes(this.#indexDeps, application)) isChanged = true
    }
    if (isChanged) await this.#raiseCatalog(async () => {})
  }

  /** Runs `work` in a transaction after which all nodes read the definitions again. */
  async #raiseCatalog(work: (tx: Tx) => Promise<void>): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await lockDefinitions(tx)
      await work(tx)
      await raiseCatalog(tx)
    })
    await this.#deps.refresh()
  }

  async #runEach(statements: readonly Sql[]): Promise<void> {
    for (const statement of statements) if (!this.#isClosing) await this.#deps.database.outsideTransaction(statement)
  }

  /**
   * Waits for the end of the transactions that are writing elements now. Their statements may still run the functions of
   * before, which do not write the new columns, and a fill would not see their rows. A lock on the table would do, too,
   * but would hold up all writers and wait for a VACUUM.
   */
  async #waitForWriters(): Promise<void> {
    const { reader } = this.#deps.database
    let before = await writers(reader)
    for (let attempt = 1; before.length > 0 && !this.#isClosing; attempt++) {
      if (attempt > lockAttempts) throw new Error('a transaction that writes elements has not ended for minutes')
      await wait(pauseMs(attempt))
      const now = await writers(reader)
      before = before.filter((writer) => now.includes(writer))
    }
  }

  /**
   * Runs a transaction again when a lock was not free: waiting longer for it would hold up all who come after. Returns
   * undefined when this node stops.
   */
  async #withLock<T>(work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    for (let attempt = 1; !this.#isClosing; attempt++) {
      try {
        return await this.#deps.database.transaction(work)
      } catch (error) {
        if (!isLockTimeout(error) || attempt === lockAttempts) throw error
        await wait(pauseMs(attempt))
      }
    }
  }
}

const pauseMs = (attempt: number): number => Math.min(lockPauseMs * attempt, maxLockPauseMs)

function ignoreLockTimeout(error: unknown): void {
  if (!isLockTimeout(error)) throw error
}
