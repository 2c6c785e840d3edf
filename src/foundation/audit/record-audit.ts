import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../db/database.ts'
import { keepKey } from '../idempotency/index.ts'
import { newId } from '../kit/ids.ts'
import type { Actor } from './actor.ts'
import { insertEntry, type Values } from './insert-entry.store.ts'

export interface AuditedChange {
  /** Object of the change: `user:<id>`, `group:<id>`, `solution:<code>` … */
  readonly object: string
  /**
   * Values before the change; absent when the object was created. Never holds a token, a password or a hash of either.
   */
  readonly before?: Values
  /** Values after the change; absent when the object was removed. */
  readonly after?: Values
}

/**
 * Writes an audit entry in the transaction of the change, so that neither exists without the other. Keeps only the
 * values of `before` and `after` that differ, and writes nothing when none differs. Stores the idempotency key of the
 * request with its first change.
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
