import type { Transaction } from '../foundation/db/database.ts'
import type { Caller } from '../people/index.ts'

/**
 * Callbacks for events of files. They run in the transaction of the event, which is rolled back when one throws, and
 * run again when the transaction is repeated, for example after a deadlock.
 */
export interface FileEvents {
  /** Called after a version was added. `before` is the number of the version that was current until then. */
  versionAdded(tx: Transaction, caller: Caller, version: { file: string; no: number; before: number }): Promise<void>
  /** Called when a file was moved into the recycle bin. */
  deleted(tx: Transaction, caller: Caller, file: string): Promise<void>
  restored(tx: Transaction, caller: Caller, file: string): Promise<void>
  /** Called before a file is permanently removed, by a user or by its age, while its rows still exist. */
  purged(tx: Transaction, caller: Caller, file: string): Promise<void>
}

/** The callbacks of one room above this one, for some of the events. */
export type FileEventListener = Partial<FileEvents>

/** Returns events that call all listeners, one after the other. */
export function fileEventsFor(listeners: readonly FileEventListener[]): FileEvents {
  return {
    async versionAdded(...event) {
      for (const listener of listeners) await listener.versionAdded?.(...event)
    },
    async deleted(...event) {
      for (const listener of listeners) await listener.deleted?.(...event)
    },
    async restored(...event) {
      for (const listener of listeners) await listener.restored?.(...event)
    },
    async purged(...event) {
      for (const listener of listeners) await listener.purged?.(...event)
    },
  }
}
