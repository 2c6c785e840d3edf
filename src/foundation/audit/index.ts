// Audit log: who changed what, and who was refused. Entries are only ever added, and are sealed in a chain of hashes so
// that later changes can be detected.
import type { Database } from '../db/database.ts'
import { patientReader } from '../db/unit-of-work.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { PeriodicJob } from '../kit/time/periodic-job.ts'
import type { Actor } from './actor.ts'
import { raiseTurns } from './raise-turns.ts'
import { type AuditPage, type AuditRequest, readAudit } from './read-audit.ts'
import { createRefusals, type Refusal } from './refusals.ts'
import { createSealer } from './sealer.ts'
import { unsealedForS } from './seals.store.ts'
import { type Verification, verifyAudit } from './verify.ts'
import { type ElementVerification, verifyElements } from './verify-elements.ts'

export { type Actor, orNull, systemActor } from './actor.ts'
export { entryInsert } from './insert-entry.store.ts'
export { raiseTurns } from './raise-turns.ts'
export type { AuditPage } from './read-audit.ts'
export { recordAudit } from './record-audit.ts'
export { digestOf, rowDigest } from './row-digest.ts'

export { verifyElements } from './verify-elements.ts'

interface AuditFigures {
  /** Age in seconds of the oldest unsealed row; 0 when no row is unsealed. */
  readonly unsealedForS: number
  /** Whether this server has stopped sealing, because it noticed tampering. */
  readonly isStopped: boolean
}

export interface Audit {
  read(request: AuditRequest): Promise<AuditPage>
  /**
   * Seals what can be sealed, and recomputes the chain of seals from the rows, in whole days from `from`
   * (`2026-11-21`) on, until about 100,000 rows were read. Returns all mismatches of these days and the day at which
   * the next call continues. The call that reaches the end also returns the reason why this server has stopped
   * sealing, or whether rows could not be sealed for more than a minute, and up to ten rows with a turn that no
   * transaction had.
   */
  verify(from?: string): Promise<Verification>
  /**
   * Compares the rows of up to 20,000 elements after `after` with their history. Returns the first hundred mismatches
   * and the number of all.
   */
  verifyElements(after?: string): Promise<ElementVerification>
  /** Records a refusal in the background. A failure to record it is logged and otherwise ignored. */
  noteRefusal(actor: Actor, refusal: Refusal): void
  /** Returns figures for the monitoring of the installation. */
  figures(): Promise<AuditFigures>
  /** Seals all rows that can be sealed now. */
  seal(): Promise<void>
  readonly periodic: readonly PeriodicJob[]
  close(): Promise<void>
}

export interface AuditDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

/**
 * Creates the audit. Must run before anything else writes to the database, because turns may have to be raised first.
 */
export async function createAudit({ database, clock, log }: AuditDeps): Promise<Audit> {
  await raiseTurns(database)
  const refusals = createRefusals({ database, clock, log })
  const sealer = createSealer({ database, clock, log })
  return {
    read: (request) => readAudit(database.reader, request),
    async verify(from) {
      // Rows that are still unsealed afterwards could not be sealed.
      await sealer.seal()
      return verifyAudit(database.reader, from, sealer.problem(), patientReader(database))
    },
    verifyElements: (after) => verifyElements(database.reader, after),
    noteRefusal: refusals.note,
    figures: async () => ({
      unsealedForS: await unsealedForS(database.reader),
      isStopped: sealer.problem() !== undefined,
    }),
    seal: sealer.seal,
    periodic: [sealer.periodic],
    async close() {
      await refusals.close()
      await sealer.close()
    },
  }
}
