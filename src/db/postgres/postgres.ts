import type pg from 'pg'
import type { Log } from '../../kit/log.ts'
import type { Database, Row, Tx } from '../database.ts'
import { toFailure } from '../failures.ts'
import { createPreparedNames } from '../prepared-names.ts'
import { readerOf, sendAlone } from '../session.ts'
import { Script, type Sql, sql } from '../sql.ts'
import { assertOutsideTransaction, runTransaction, transactionTimeoutMs, withRetries } from '../transaction.ts'
import { cutOff, statementTimeoutMs } from './connection.ts'
import { createLane, laneTimeoutMs, quietest } from './lane.ts'
import { createPool } from './pool.ts'
import { createWatch } from './watch.ts'

/** A write holds its lane until its commit is on disk, and commits of several lanes reach it together. */
const laneCount = 12
/** The client waits a little longer than the server, which then tells why. */
const graceMs = 2_000
const readyForMs = 1_000

/** Opens a PostgreSQL server by its URL. Fails when it does not answer now; later it may come and go. */
export async function openPostgres(url: string, log: Log): Promise<Database> {
  const names = createPreparedNames()
  const pool = createPool(url, log)
  const lanes = Array.from({ length: laneCount }, () => createLane(url))
  const watch = createWatch(url, () => {
    log('error', 'the database does not answer; all connections to it are given up')
    pool.cutOff()
    for (const lane of lanes) lane.cutOff()
  })

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    assertOutsideTransaction(names)
    try {
      return await watch.during(work)
    } catch (error) {
      throw toFailure(error)
    }
  }
  const inPool = <R extends object = Row>(statement: Sql, timeoutMs: number): Promise<R[]> =>
    guarded(() => pool.lend((client) => sendAlone<R>(client, statement, names, timeoutMs + graceMs)))
  const read = <R extends object = Row>(statement: Sql): Promise<R[]> => inPool<R>(statement, statementTimeoutMs)
  const inLane = <R extends object = Row>(statement: Sql): Promise<R[]> => {
    const attempt = () =>
      quietest(lanes).run((client) => sendAlone<R>(client, statement, names, laneTimeoutMs + graceMs))
    // A statement by itself is a transaction, too: beside a larger one it may be the victim of a deadlock.
    return guarded(() => withRetries(attempt))
  }
  const unlimited = new Set<pg.ClientBase>()
  const runAlone = (statement: Sql): Promise<void> =>
    guarded(() =>
      pool.lend(async (client) => {
        unlimited.add(client)
        try {
          await client.query('set statement_timeout = 0')
          try {
            await sendAlone(client, statement, names, 0)
          } finally {
            await client.query(`set statement_timeout = ${statementTimeoutMs}`)
          }
        } finally {
          unlimited.delete(client)
        }
      }),
    )

  const reader = readerOf(read)
  const write = <R extends object = Row>(statement: Sql): Promise<R[]> =>
    statement instanceof Script ? inPool<R>(statement, transactionTimeoutMs) : inLane<R>(statement)
  const single: Tx = { writes: true, ...readerOf(write) }
  let ready = { answer: Promise.resolve(false), untilMs: 0 }

  try {
    await reader.row(sql`select 1`)
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
      const begin = `begin; set local statement_timeout = ${transactionTimeoutMs}`
      const attempt = () => pool.lend((client) => runTransaction(client, names, { begin, toFailure }, work))
      return watch.during(() => withRetries(attempt))
    },
    outsideTransaction: runAlone,
    isReady() {
      if (performance.now() > ready.untilMs)
        ready = { answer: watch.answers(), untilMs: performance.now() + readyForMs }
      return ready.answer
    },
    async close() {
      watch.stop()
      // A stop does not wait for the minutes that an index may take.
      for (const client of unlimited) cutOff(client as pg.Client)
      await Promise.all([pool.close(), ...lanes.map((lane) => lane.close())])
    },
  }
}
