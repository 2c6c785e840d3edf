import type { Reader } from '../db/database.ts'
import { findChanges } from './find-changes.ts'
import { sealHash } from './seal.ts'
import type { Content } from './sealed-rows.store.ts'
import type { Seal } from './seals.store.ts'

export interface AuditProblem {
  readonly day: string | null
  readonly seal: number | null
  /** Object in the form of the audit log; null where it is unknown. */
  readonly object: string | null
  readonly sentence: string
}

/** A seal and the hash that it should have. When the two differ, the hash of the next seal may be based on either. */
export interface Link {
  readonly seal: Seal
  readonly hash: Buffer
}

/**
 * Compares a seal with the previous seal and with the rows that are now in its range of turns. Returns the problems and
 * the hash that the seal should have.
 */
export async function verifySeal(
  reader: Reader,
  before: Link | undefined,
  seal: Seal,
  content: Content | undefined,
): Promise<{ found: AuditProblem[]; hash: Buffer }> {
  const first = BigInt(before?.seal.no ?? 0) + 1n
  const missing = BigInt(seal.no) - first
  const follows = missing === 0n && seal.fromTurn === (before?.seal.toTurn ?? '0')
  const [hash, other] = [before?.hash, before?.seal.hash].map((previous) =>
    content === undefined ? seal.hash : sealHash(previous, seal, content.digest),
  ) as [Buffer, Buffer]
  if (follows && content !== undefined && [hash, other].some((possible) => possible.equals(seal.hash)))
    return { found: [], hash: seal.hash }

  const found = (await findChanges(reader, seal)).map(({ sentence, object }) => problemOf(seal, sentence, object))
  if (missing > 0n) {
    const which = missing === 1n ? `seal ${first} is` : `seals ${first} to ${BigInt(seal.no) - 1n} are`
    const sentence = `${which} missing; it is unknown whether rows of that time were changed`
    return { found: [{ ...problemOf(seal, sentence), seal: Number(first) }, ...found], hash: seal.hash }
  }
  if (found.length > 0) return { found, hash }
  return {
    found: [problemOf(seal, `seal ${seal.no} was changed, or rows were changed together with their marks`)],
    hash,
  }
}

function problemOf({ day, no }: Seal, sentence: string, object: string | null = null): AuditProblem {
  return { day, seal: Number(no), object, sentence }
}
