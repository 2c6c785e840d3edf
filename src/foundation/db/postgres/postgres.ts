import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../kit/log.ts'
import type { AloneSubject, Database, Row, Tx } from '../database.ts'
import { isConnectTimeout, toFailure, toShortFailure } from '../failures.ts'
import { statementTimes } from '../planner/statement-times.ts'
import { createPreparedNames } from '../prepared/prepared-names.ts'
import { readerOf, sendAlone } from '../session.ts'
import { runSnapshot } from '../snapshot.ts'
import { id, Script, type Sql, toStatement } from '../sql.ts'
import {
  assertOutsideTransaction,
  beginReadOnly,
  completeTransaction,
  runTransaction,
  transactionTimeoutMs,
  withRetries,
} from '../transaction.ts'
import { connectionOptions, cutOff, lockTimeoutMs, prepareSession, statementTimeoutMs } from './connection.ts'
import { createOpenConnections } from './open-connections.ts'
import { createPipeline, pipelineTimeoutMs, quietest } from './pipeline.ts'
import { createPool } from './pool.ts'
import { createWatch } from './watch.ts'

/**
 * Number of pipelines. A write holds its pipeline until its commit is on disk; the disk syncs commits of several
 * pipelines together.
 */
const pipelineCount = 12
/** Additional milliseconds that the client waits after the server's timeout, since the server's error says more. */
const graceMs = 2_000
const readyForMs = 1_000
/**
 * Lock timeout of transactions in ms. When a longer transaction holds a lock, such as applying a solution, callers get
 * an error and try again later.
 */
const transactionLockTimeoutMs = 20_000

/** Number of attempts to open the first connection, when the attempts fail by their timeout only. */
const firstAttempts = 3
/** Keys of the advisory locks of `alone`; any numbers that no other lock of Chancery uses. */
const aloneKeys: Readonly<Record<AloneSubject, number>> = { start: 7_412_003, 'field tables': 7_412_004 }
const aloneEveryMs = 100
const withoutTimeouts = 'set statement_timeout = 0; set lock_timeout = 0'

const quoteName = (name: string): string => toStatement(id(name)).text

/**
 * Opens a PostgreSQL server by its URL. Throws when the server refuses the connection, when three attempts of five
 * seconds each get no answer, or when the URL leads to a connection pooler that shares sessions. Later failures are
 * temporary: connections are opened again.
 */
export async function openPostgres(url: string, log: Log): Promise<Database> {
  const names = createPreparedNames()
  const connections = createOpenConnections()
  const pool = createPool(url, connections, log)
  const pipelines = Array.from({ length: pipelineCount }, () => createPipeline(url, connections))
  const onSilence = (): void => log('error', 'the database does not answer; all connections to it are given up')
  const watch = createWatch({ url, connections, onSilence })

  const guarded = async <T>(work: () => Promise<T>, failure = toFailure): Promise<T> => {
    assertOutsideTransaction(names)
    try {
      return await watch.during(work)
    } catch (error) {
      throw failure(error)
    }
  }
  const inPool = <R extends object = Row>(statement: Sql, timeoutMs: number): Promise<R[]> =>
    guarded(() =>
      pool.lend((client) =>
        statementTimes.during(statement, () => sendAlone<R>(client, statement, names, timeoutMs + graceMs)),
      ),
    )
  // A read is retried, because a standby may cancel it in favour of replication.
  const read = <R extends object = Row>(statement: Sql): Promise<R[]> =>
    withRetries(() => inPool<R>(statement, statementTimeoutMs))
  const inPipeline = <R extends object = Row>(statement: Sql): Promise<R[]> => {
    const attempt = () =>
      quietest(pipelines).run((client) => sendAlone<R>(client, statement, names, pipelineTimeoutMs + graceMs))
    // A single statement is a transaction too, so it may be chosen as the victim of a deadlock; hence the retries.
    return guarded(() => withRetries(attempt), toShortFailure)
  }
  const unlimited = new Set<pg.ClientBase>()
  const withOwnConnection = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new connections.Client(connectionOptions(url))
    // A connection that breaks fails its statement; without a listener it would also end the process.
    client.on('error', () => {})
    unlimited.add(client)
    try {
      await client.connect()
      await prepareSession(client, statementTimeoutMs)
      return await work(client)
    } catch (error) {
      throw toFailure(error)
    } finally {
      unlimited.delete(client)
      await client.end().catch(() => {})
    }
  }
  const runUnlimited = (statement: Sql): Promise<void> =>
    guarded(() =>
      pool.lend(async (client) => {
        unlimited.add(client)
        try {
          await client.query(withoutTimeouts)
          try {
            await sendAlone(client, statement, names, 0)
          } finally {
            const lockMs = lockTimeoutMs(statementTimeoutMs)
            await client.query(`set statement_timeout = ${statementTimeoutMs}; set lock_timeout = ${lockMs}`)
          }
        } finally {
          unlimited.delete(client)
        }
      }),
    )

  const reader = readerOf(read)
  const write = <R extends object = Row>(statement: Sql): Promise<R[]> =>
    statement instanceof Script ? inPool<R>(statement, transactionTimeoutMs) : inPipeline<R>(statement)
  const single: Tx = { writes: true, ...readerOf(write) }
  let ready = { answer: Promise.resolve(false), untilMs: 0 }

  try {
    await connectFirst(() => pool.lend((first) => pool.lend((second) => assertOwnSessions(first, second))))
  } catch (error) {
    watch.stop()
    await pool.close()
    throw error
  }
  return {
    kind: 'postgres',
    reader,
    single,
    async transaction(work) {
      assertOutsideTransaction(names)
      const begin = `begin; set local statement_timeout = ${transactionTimeoutMs};
        set local lock_timeout = ${transactionLockTimeoutMs}`
      return completeTransaction((prepared) => {
        const settings = { begin, toFailure, prepared }
        const attempt = () => pool.lend((client) => runTransaction(client, names, settings, work))
        return watch.during(() => withRetries(attempt))
      })
    },
    async readOnly(statement, { timeoutMs, role }) {
      assertOutsideTransaction(names)
      // The values of a report differ widely between runs, so each run is planned for its own values.
      const begin = `${beginReadOnly}; set local statement_timeout = ${timeoutMs};
        set local plan_cache_mode = force_custom_plan${role === undefined ? '' : `; set local role ${quoteName(role)}`}`
      const settings = { begin, toFailure, prepared: new Map(), timeoutMs: timeoutMs + graceMs }
      const work = (tx: Tx) => tx.rows(statement)
      const attempt = () => pool.lend((client) => runTransaction(client, names, settings, work))
      return (await watch.during(() => withRetries(attempt))).result as never
    },
    async snapshot(work) {
      assertOutsideTransaction(names)
      return withOwnConnection((client) => runSnapshot(client, work))
    },
    outsideTransaction: runUnlimited,
    async alone(work, subject = 'start') {
      assertOutsideTransaction(names)
      return withOwnConnection(async (client) => {
        while (!(await takeAloneLock(client, subject))) await wait(aloneEveryMs)
        return work()
      })
    },
    isReady() {
      if (performance.now() > ready.untilMs)
        ready = { answer: watch.answers(), untilMs: performance.now() + readyForMs }
      return ready.answer
    },
    connectionUse() {
      const { open, running, waiting } = pool.use()
      const ofPipelines = pipelines.reduce((sum, pipeline) => sum + pipeline.inFlight, 0)
      return { open: open + pipelines.filter(({ isOpen }) => isOpen).length, running: running + ofPipelines, waiting }
    },
    async close() {
      watch.stop()
      // Closing does not wait for statements without a timeout; building an index may take minutes.
      for (const client of unlimited) cutOff(client as pg.Client)
      await Promise.all([pool.close(), ...pipelines.map((pipeline) => pipeline.close())])
    },
  }
}

/**
 * Opens the first connection, without a watch, since it may be slow. Tries again after a timeout: while this process
 * loads its program, the timer of the driver may fire before the answer of the server is read.
 */
async function connectFirst(connect: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await connect()
      return
    } catch (error) {
      if (attempt === firstAttempts || !isConnectTimeout((error as Error).cause)) throw error
    }
  }
}

/**
 * Tries to take the lock of `alone`, which the end of the connection releases. A statement that waits for the lock
 * would hold a snapshot, and the other node's CREATE INDEX CONCURRENTLY would wait for the end of that snapshot.
 */
async function takeAloneLock(client: pg.Client, subject: AloneSubject): Promise<boolean> {
  const key = aloneKeys[subject]
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${key}) as taken`)
  return rows[0]!.taken
}

const sessionAttempts = 5

/**
 * Throws when a connection pooler lets several connections share the sessions of the server, as PgBouncer does in its
 * transaction mode. Settings, prepared statements and locks belong to a session; with another session for each
 * transaction they would be lost, or apply to the statements of other connections.
 */
async function assertOwnSessions(first: pg.ClientBase, second: pg.ClientBase): Promise<void> {
  // A pooler hands out the session that was used last, so a shared session shows at the first attempt.
  for (let attempt = 0; attempt < sessionAttempts; attempt++)
    if ((await sessionOf(first)) === (await sessionOf(second))) throw new Error(sharedSessions)
}

const sharedSessions =
  'DATABASE_URL leads to a connection pooler that shares the sessions of the server between connections, such as PgBouncer with pool_mode = transaction; set pool_mode = session, or connect to the server itself'

/** Returns the id of the server's process that serves the connection. */
async function sessionOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}
