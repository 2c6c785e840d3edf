// Audit: who changed what, and who was refused; only ever added to, and sealed in a chain, so that it can be proved.
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Actor } from './actor.ts'
import { raiseTurns } from './raise-turns.ts'
import { type AuditPage, type AuditRequest, readAudit } from './read-audit.ts'
import { createRefusals, type Refusal } from './refusals.ts'
import { startSealer } from './sealer.ts'
import { type Verification, verifyAudit } from './verify.ts'
import { type ElementVerification, verifyElements } from './verify-elements.ts'

export { type Actor, orNull, systemActor } from './actor.ts'
export type { AuditPage, AuditRequest } from './read-audit.ts'
export { type AuditedChange, recordAudit } from './record-audit.ts'
export { rowDigest } from './row-digest.ts'
export type { Verification, VerifiedDay } from './verify.ts'
export { type ElementVerification, verifyElements } from './verify-elements.ts'
export type { AuditProblem } from './verify-seal.ts'

export interface Audit {
  read(request: AuditRequest): Promise<AuditPage>
  /** Makes the chain anew from the rows, whole days from this one on (`2026-11-21`), and gives what does not fit. */
  verify(from?: string): Promise<Verification>
  /** Holds the rows of elements against their history, some behind `after`, and gives what does not fit. */
  verifyElements(after?: string): Promise<ElementVerification>
  /** Writes down that somebody was refused, after the answer and as well as it can. */
  noteRefusal(actor: Actor, refusal: Refusal): void
  /** Seals now what can be sealed. */
  seal(): Promise<void>
  close(): Promise<void>
}

export interface AuditDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** 5 seconds unless a test wants less. */
  readonly sealEveryMs?: number
}

/** Comes before whatever else writes into the database. */
export async function createAudit({ database, clock, log, sealEveryMs = 5_000 }: AuditDeps): Promise<Audit> {
  await raiseTurns(database)
  const refusals = createRefusals({ database, log })
  const sealer = startSealer({ database, clock, log, everyMs: sealEveryMs })
  return {
    read: (request) => readAudit(database.reader, request),
    verify: (from) => verifyAudit(database.reader, from, sealer.problem()),
    verifyElements: (after) => verifyElements(database.reader, after),
    noteRefusal: refusals.note,
    seal: sealer.seal,
    async close() {
      await refusals.close()
      await sealer.close()
    },
  }
}
