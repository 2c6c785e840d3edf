import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../db/database.ts'
import { keepKey } from '../idempotency/index.ts'
import { newId } from '../kit/ids.ts'
import type { Actor } from './actor.ts'
import { insertEntry, type Values } from './insert-entry.store.ts'

export interface AuditedChange {
  /** `user:<id>`, `group:<id>`, `solution:<code>` … */
  readonly object: string
  /** Absent for what was made. Never holds a token, a password or a hash of one. */
  readonly before?: Values
  /** Absent for what was removed. */
  readonly after?: Values
}

/**
 * Writes down a change, in the transaction that makes it: there is never one without the other. Of `before` and `after`
 * only what differs is kept; where nothing does, nothing was changed and nothing is written. The idempotency key of the
 * request is kept with its first change.
 */
export async function recordAudit(tx: Tx, actor: Actor, { object, before, after }: AuditedChange): Promise<void> {
  if (actor.once !== undefined) await keepKey(tx, actor.once, object.slice(object.indexOf(':') + 1))
  if (before === undefined || after === undefined) {
    await insertEntry(tx, actor, { id: newId(), object, before: before ?? null, after: after ?? null, code: null })
    return
  }
  const codes = Object.keys({ ...before, ...after }).filter((key) => !isDeepStrictEqual(before[key], after[key]))
  if (codes.length === 0) return
  const only = (values: Values): Values => Object.fromEntries(codes.map((key) => [key, values[key] ?? null]))
  await insertEntry(tx, actor, { id: newId(), object, before: only(before), after: only(after), code: null })
}
