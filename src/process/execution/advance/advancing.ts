import type { Reader, Transaction } from '../../../foundation/db/database.ts'
import type { Caller } from '../../../people/index.ts'
import type { Stimulus } from '../../engine/index.ts'
import type { ExecutionDeps } from '../deps.ts'
import type { Instance } from '../instance.ts'

/** The database access of an advance: in a transaction, or outside of one. */
export interface Unit {
  readonly reader: Reader
  readonly tx?: Transaction
}

/** The interface of an advance for work and calls. */
export interface Advancing {
  readonly deps: ExecutionDeps
  readonly unit: Unit
  readonly caller: Caller
  readonly now: Date
  /** The instances that advance together, by id. */
  readonly instances: ReadonlyMap<string, Instance>
  /** Whether a fault of the platform in work opens an incident in place of another attempt. */
  readonly isLastAttempt: boolean
  /**
   * Returns whether the work of a wait is done after the commit, because the group has advanced for too long or too
   * often. Work that was postponed before is done now: nobody would take its row again until the lease of the row is
   * over.
   */
  postpones(wait: string): boolean
  /** Starts an instance. Throws StartRefused. */
  startNow(instance: Omit<Instance, 'state'>, stimulus: Extract<Stimulus, { type: 'start' }>): void
}

/** Error for work that must run in a transaction when there is none. */
export class NeedsTransaction extends Error {}
