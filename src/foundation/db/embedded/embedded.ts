import { join } from 'node:path'
import type { Log } from '../../kit/log.ts'
import type { Database, Row, Tx } from '../database.ts'
import { isReadTimeout, QueryTooSlow, toFailure } from '../failures.ts'
import { statementTimes } from '../planner/statement-times.ts'
import { createPreparedNames } from '../prepared/prepared-names.ts'
import { readerOf, sendAlone } from '../session.ts'
import { Script, type Sql, sql } from '../sql.ts'
import { assertOutsideTransaction, completeTransaction, runTransaction, withRetries } from '../transaction.ts'
import { createFolderSnapshots } from './folder-snapshot.ts'
import { takeLock } from './lock.ts'
import { runCancellable } from './run-cancellable.ts'
import { createSessionLock } from './session-lock.ts'
import { superviseServer } from './supervisor.ts'
import { startUpkeep } from './upkeep.ts'

export interface EmbeddedDatabase extends Database {
  /** Returns how many fsync calls the server has made since its start. */
  syncs(): Promise<number>
  /** Ends the server as a crash would. The supervisor starts it again. */
  crash(): Promise<void>
}

export interface EmbeddedOptions {
  readonly statementTimeoutMs?: number
  /** Path of an image to make a new database from; without it, the database is created. */
  readonly image?: string | undefined
}

/** The last checkpoint of the server. A restart replays the write-ahead log from there. */
interface Checkpoint {
  /** Position in the log at which the replay begins. */
  readonly redoAt: string
  /** Name of the log file that contains this position. */
  readonly logFile: string
}

/**
 * Opens the database in `dataDir/db`; creates it if it does not exist. The server can cancel only statements of
 * `readOnly`. Any other single statement that takes longer than `statementTimeoutMs` leads to a restart of the
 * server. A statement of a transaction has the limit `transactionTimeoutMs`; a script has none.
 */
export async function openEmbedded(
  dataDir: string,
  log: Log,
  { statementTimeoutMs = 10_000, image }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const lock = await takeLock(dataDir)
  const sessionLock = createSessionLock()
  const readOnlyLock = createSessionLock()
  const names = createPreparedNames()
  const supervisor = await superviseServer(join(dataDir, 'db'), log, image).catch((error: unknown) => {
    lock.release()
    throw error
  })
  let closed = false

  const rows = async <R extends object = Row>(statement: Sql): Promise<R[]> => {
    assertOutsideTransaction(names)
    if (statement instanceof Script) return alone(statement)
    try {
      return await sessionLock.shared(() =>
        supervisor.use(({ client }) =>
          statementTimes.during(statement, () => sendAlone<R>(client, statement, names, statementTimeoutMs)),
        ),
      )
    } catch (error) {
      throw toEmbeddedFailure(error)
    }
  }
  /** Runs a statement alone. A script may contain BEGIN and COMMIT, so no other statement may be sent meanwhile. */
  const alone = async <R extends object = Row>(statement: Sql): Promise<R[]> => {
    assertOutsideTransaction(names)
    try {
      return await sessionLock.exclusive(() =>
        supervisor.use(({ client }) => sendAlone<R>(client, statement, names, 0)),
      )
    } catch (error) {
      throw toEmbeddedFailure(error)
    }
  }
  const reader = readerOf(rows)
  const single: Tx = { ...reader, writes: true }
  const run = async (statement: Sql): Promise<void> => void (await alone(statement))

  const snapshots = createFolderSnapshots(dataDir)
  let isCopying = false
  const lastCheckpoint = async (): Promise<Checkpoint> => {
    const [row] = await rows<Checkpoint>(
      sql`select redo_lsn::text as "redoAt", redo_wal_file as "logFile" from pg_control_checkpoint()`,
    )
    return row!
  }
  const snapshotFolder = async (): Promise<void> => {
    isCopying = true
    try {
      const server = await supervisor.current()
      const before = await lastCheckpoint()
      await snapshots.copy(before.logFile)
      const { redoAt } = await lastCheckpoint()
      if (redoAt !== before.redoAt || (await supervisor.current()) !== server)
        throw new Error('the database was restarted while it was copied')
    } finally {
      isCopying = false
    }
  }

  const upkeep = startUpkeep({
    rows,
    run,
    quietMs: sessionLock.quietMs,
    mayCheckpoint: () => !isCopying,
    onError: (error) => log('warn', `maintenance of the embedded database failed: ${String(error)}`),
  })

  return {
    kind: 'embedded',
    reader,
    single,
    async transaction(work) {
      assertOutsideTransaction(names)
      return completeTransaction((prepared) => {
        const settings = { begin: 'begin', toFailure: toEmbeddedFailure, prepared, sendsAhead: true }
        return withRetries(() =>
          sessionLock.exclusive(() => supervisor.use(({ client }) => runTransaction(client, names, settings, work))),
        )
      })
    },
    async readOnly(statement, limits) {
      assertOutsideTransaction(names)
      const cancellable = { ...limits, isAwaited: sessionLock.isAwaited }
      const attempt = () =>
        sessionLock.exclusive(() => supervisor.use((server) => runCancellable(server, names, cancellable, statement)))
      // Only one `readOnly` statement runs at a time. Otherwise a second one would count as waiting work, which
      // cancels the first.
      return (await withRetries(() => readOnlyLock.exclusive(attempt))) as never
    },
    snapshot(work) {
      assertOutsideTransaction(names)
      return snapshots.read(snapshotFolder, work).catch((error: unknown) => {
        throw toEmbeddedFailure(error)
      })
    },
    outsideTransaction: run,
    alone: (work) => work(),
    isReady: () =>
      supervisor.current().then(
        () => true,
        () => false,
      ),
    connectionUse: () => ({ open: 1, ...sessionLock.use() }),
    async close() {
      if (closed) return
      upkeep.stop()
      closed = true
      await snapshots.close()
      await sessionLock.exclusive(() => supervisor.close())
      lock.release()
    },
    syncs: async () => (await supervisor.current()).syncs(),
    async crash() {
      await (await supervisor.current()).kill()
    },
  }
}

function toEmbeddedFailure(error: unknown): unknown {
  if (!isReadTimeout(error)) return toFailure(error)
  return QueryTooSlow('The request takes the database too long; narrow it down.', {}, { cause: error })
}
