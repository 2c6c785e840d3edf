import type { Reader, Transaction } from '../../foundation/db/database.ts'
import type { Caller } from '../../people/index.ts'
import type { PublishedVersion } from '../definition/index.ts'
import type { State } from '../engine/index.ts'
import type { StateChange } from './execution.ts'
import type { InstanceFacts } from './work.ts'

/** A stored instance with its program. */
export interface FoundInstance {
  readonly facts: InstanceFacts
  readonly version: PublishedVersion
  readonly state: State
}

/** Reads and replaces the states of many instances with few statements. */
export interface InstanceStates {
  /** Returns the existing instances, ordered by id. */
  read(reader: Reader, ids: readonly string[]): Promise<readonly FoundInstance[]>
  /**
   * Replaces the states of instances, for example when they move to another version. `change.of` receives each locked
   * instance and returns the new state, or undefined to leave the instance unchanged. The rows of waits, tasks,
   * incidents and restore points get the version and the elements of the new state.
   */
  replaceAll(
    tx: Transaction,
    ids: readonly string[],
    change: {
      readonly caller: Caller
      of(found: FoundInstance): StateChange | undefined | Promise<StateChange | undefined>
    },
  ): Promise<void>
}
