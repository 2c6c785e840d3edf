import { createHash } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { contentBetween } from './sealed-rows.store.ts'
import { insertSeal, lastSeal, liftTimeLimit, type Seal, sealableUntil, sealByNo } from './seals.store.ts'
import { tryLockSeals } from './turns.store.ts'

/**
 * Returns the hash of a seal: SHA-256 over the previous seal's hash, the seal's own values and the digest of its
 * rows.
 */
export function sealHash(previous: Buffer | undefined, seal: Omit<Seal, 'hash'>, digest: Buffer): Buffer {
  const { no, day, sealedAt, fromTurn, toTurn, rows, oldest, newest } = seal
  return createHash('sha256')
    .update(previous ?? '')
    .update(JSON.stringify([no, day, sealedAt, fromTurn, toTurn, rows, oldest, newest]))
    .update(digest)
    .digest()
}

/**
 * A seal that this server has seen is missing or was changed. Sealing stops, since further seals would hide the
 * tampering.
 */
export class ChainBroken extends Error {}

/**
 * Seals unsealed rows, about `maxRows` at most, up to the first turn that a running transaction may still write.
 * Returns undefined when there are no such rows, or when another node is sealing. `known` is the last seal that this
 * process has seen; throws ChainBroken when that seal is missing or was changed.
 */
export async function sealNext(
  tx: Tx,
  { nowMs, maxRows, known }: { nowMs: number; maxRows: number; known: Seal | undefined },
): Promise<Seal | undefined> {
  if (!(await tryLockSeals(tx))) return undefined
  await liftTimeLimit(tx)
  if (known !== undefined && !(await sealByNo(tx, known.no))?.hash.equals(known.hash))
    throw new ChainBroken(`seal ${known.no} of the audit, which this server has seen, is missing or was changed`)
  const last = await lastSeal(tx)
  const fromTurn = last?.toTurn ?? '0'
  const toTurn = await sealableUntil(tx, fromTurn, maxRows)
  const content = await contentBetween(tx, fromTurn, toTurn)
  if (content === undefined) return undefined
  const { rows, oldest, newest, digest, marks } = content
  const today = new Date(nowMs).toISOString().slice(0, 10)
  const day = last !== undefined && last.day > today ? last.day : today
  const no = String(BigInt(last?.no ?? 0) + 1n)
  const seal = { no, day, sealedAt: `${nowMs}000`, fromTurn, toTurn, rows, oldest, newest }
  const sealed = { ...seal, hash: sealHash(last?.hash, seal, digest) }
  await insertSeal(tx, sealed, marks)
  return sealed
}
