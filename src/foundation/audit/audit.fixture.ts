import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { tamper } from '../../../test/postgres-server.ts'
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type Clock, systemClock } from '../kit/clock.ts'
import { idOfPath, newId } from '../kit/ids.ts'
import { startInterval } from '../kit/time/interval.ts'
import type { Actor } from './actor.ts'
import { recordAudit } from './record-audit.ts'
import { createSealer, type Sealer } from './sealer.ts'

export const log = (): void => {}
export const actor: Actor = {
  userId: idOfPath('user/ann'),
  tokenId: idOfPath('token/ann'),
  operation: 'changeUser',
  requestId: 'request-1',
}

export interface Trial extends AsyncDisposable {
  readonly database: TestDatabase
  readonly sealer: Sealer
  /** Waits for the transactions of other tests on the same server, until all rows written so far can be sealed. */
  untilSealable(): Promise<void>
  /** Seals all rows written so far, in one go. */
  sealAll(): Promise<void>
  /** Runs a statement as a superuser who has disabled the triggers that guard the tables. */
  tamper(statement: string): Promise<void>
}

export async function startTrial({ clock = systemClock, everyMs, maxRows }: Options = {}): Promise<Trial> {
  const database = await openTestDatabase()
  const sealer = createSealer({ database, clock, log, ...(maxRows && { maxRows }) })
  const interval =
    everyMs === undefined
      ? undefined
      : startInterval({ everyMs, run: sealer.seal, onError: (error) => assert.fail(String(error)) })
  async function untilSealable(): Promise<void> {
    while (!(await allAreOver(database))) await wait(20)
  }
  return {
    database,
    sealer,
    untilSealable,
    async sealAll() {
      await untilSealable()
      await sealer.seal()
    },
    tamper: (statement) => tamper(database, statement),
    async [Symbol.asyncDispose]() {
      await interval?.stop()
      await sealer.close()
      await database.close()
    },
  }
}

async function allAreOver(database: TestDatabase): Promise<boolean> {
  const row = await database.reader.row<{ over: boolean }>(sql`
    select audit_turn(pg_snapshot_xmin(pg_current_snapshot())) >
      greatest((select max(turn) from audit), (select max(turn) from element_history),
        (select max(turn) from element_proof), 0) as over`)
  return row!.over
}

interface Options {
  readonly clock?: Clock
  /** Interval in ms between seals; without one, only the test seals. */
  readonly everyMs?: number
  readonly maxRows?: number
}

export const app = idOfPath('shop/order')

/** Writes a revision of an element in the form that the statements of elements use. */
export async function writeRevision(tx: Tx, element: string, rev: number): Promise<void> {
  await tx.rows(sql`
    insert into element_history (app, id, rev, at, by, action, changes, token_id, operation, request_id, digest_after)
    values (${app}, ${element}, ${rev}, now(), ${actor.userId}, 'update', '{"amount": [1, 2]}', ${actor.tokenId},
      'updateElement', 'request-2', sha256('row'))`)
}

/** Writes one row of the audit table and returns its object. */
export async function writeEntry(tx: Tx, name = newId()): Promise<string> {
  const object = `user:${idOfPath(name)}`
  await recordAudit(tx, actor, { object, before: { login: 'a' }, after: { login: name } })
  return object
}
