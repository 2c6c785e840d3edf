import type { Reader, Transaction } from '../../foundation/db/database.ts'
import type { Caller } from '../../people/index.ts'
import type { State } from '../engine/index.ts'
import type { PublishedVersion, StateChange } from './execution.ts'
import type { InstanceFacts } from './work.ts'

/** A stored instance with its program. */
export interface FoundInstance {
  readonly facts: InstanceFacts
  readonly version: PublishedVersion
  readonly state: State
}

/** Reads and replaces the states of many instances in few statements. */
export interface InstanceStates {
  /** Returns the instances that exist, ordered by id. */
  read(reader: Reader, ids: readonly string[]): Promise<readonly FoundInstance[]>
  /**
   * Replaces the states of instances, such as when they move to another version. `change` gets each locked instance and
   * returns what to write, or undefined to leave the instance as it is. The rows of waits, tasks, incidents and restore
   * points take over the version and the elements of the new state.
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
