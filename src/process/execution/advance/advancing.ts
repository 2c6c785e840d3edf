import type { Reader, Transaction } from '../../../foundation/db/database.ts'
import type { Caller } from '../../../people/index.ts'
import type { Stimulus } from '../../engine/index.ts'
import type { ExecutionDeps } from '../deps.ts'
import type { Instance } from '../instance.ts'

/** Where an advance reads: in a transaction, or outside of one. */
export interface Unit {
  readonly reader: Reader
  readonly tx?: Transaction
}

/** What the work and the calls of an advance need from it. */
export interface Advancing {
  readonly deps: ExecutionDeps
  readonly unit: Unit
  readonly caller: Caller
  readonly now: Date
  /** The instances that advance together, by id. */
  readonly instances: ReadonlyMap<string, Instance>
  /** Whether the advance has taken long enough; what is left is done after the commit. */
  readonly isLate: boolean
  /** Leaves the work of a wait for later. */
  postpone(wait: string): void
  /** Starts an instance. Throws StartRefused. */
  startNow(instance: Omit<Instance, 'state'>, stimulus: Extract<Stimulus, { type: 'start' }>): void
}

/** The work of an activity must run in a transaction, and there is none. */
export class NeedsTransaction extends Error {}
