import type { Tx } from '../db/database.ts'
import type { Caller } from '../people/index.ts'

/**
 * What a room above does when something becomes of a file, in the same transaction: when it throws, nothing becomes of
 * it. It may run more than once, after a deadlock.
 */
export interface FileListener {
  /** `before`: the version that was the current one. */
  versionAdded?(tx: Tx, caller: Caller, version: { file: string; no: number; before: number }): Promise<void>
  /** It went into the recycle bin. */
  deleted?(tx: Tx, caller: Caller, file: string): Promise<void>
  restored?(tx: Tx, caller: Caller, file: string): Promise<void>
  /** It is removed for good, by somebody or by its age; its rows are there still. */
  purged?(tx: Tx, caller: Caller, file: string): Promise<void>
}

export interface Listeners {
  /** Before the first request. */
  hear(listener: FileListener): void
  /** Tells all of them, one after the other. */
  readonly tell: Required<FileListener>
}

export function createListeners(): Listeners {
  const listeners: FileListener[] = []
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
