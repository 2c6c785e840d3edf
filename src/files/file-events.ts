import type { Tx } from '../foundation/db/database.ts'
import type { Caller } from '../people/index.ts'

/**
 * Callbacks of a module above this one for events of files. They run in the transaction of the event, which is rolled
 * back when one throws, and may run again after a deadlock.
 */
export interface FileEventListener {
  /** Called after a version was added. `before` is the number of the version that was current until then. */
  versionAdded?(tx: Tx, caller: Caller, version: { file: string; no: number; before: number }): Promise<void>
  /** Called when a file was moved into the recycle bin. */
  deleted?(tx: Tx, caller: Caller, file: string): Promise<void>
  restored?(tx: Tx, caller: Caller, file: string): Promise<void>
  /** Called before a file is permanently removed, by a user or by its age, while its rows still exist. */
  purged?(tx: Tx, caller: Caller, file: string): Promise<void>
}

export interface Listeners {
  /** Registers a listener; only before the first request. */
  hear(listener: FileEventListener): void
  /** Calls all listeners of an event, one after the other. */
  readonly tell: Required<FileEventListener>
}

export function createListeners(): Listeners {
  const listeners: FileEventListener[] = []
  return {
    hear: (listener) => void listeners.push(listener),
    tell: {
      async versionAdded(...heard) {
        for (const listener of listeners) await listener.versionAdded?.(...heard)
      },
      async deleted(...heard) {
        for (const listener of listeners) await listener.deleted?.(...heard)
      },
      async restored(...heard) {
        for (const listener of listeners) await listener.restored?.(...heard)
      },
      async purged(...heard) {
        for (const listener of listeners) await listener.purged?.(...heard)
      },
    },
  }
}
