import type { FileEventListener } from '../../files/index.ts'
import type { Database, Tx } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { ChangeListener, ElementEvent, WrittenRevision } from './event.ts'
import { EventReader, type ReaderOptions } from './event-reader.ts'
import { eventsOf } from './events.store.ts'
import { insertFileVersionEvents } from './file-versions.store.ts'

/** The changes of elements as events; see docs/events.md. */
export interface Events {
  /** Registers a reader of committed changes; it reads from its `start()` on. Throws when the name is taken. */
  reader(options: ReaderOptions): EventReader
  /** Registers a listener that runs in the transaction of each action. Call only before the first request. */
  listen(listener: ChangeListener): void
  close(): Promise<void>
}

/** The functions that actions call when they write elements. */
export interface EventHook {
  /**
   * Runs `work` in a transaction when there are listeners. Without listeners, runs `work` outside a transaction, so
   * that the only statement of `work` commits by itself.
   */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Calls the listeners and wakes the readers of this node. Call in the transaction, after the write. */
  written(tx: Tx, revisions: readonly WrittenRevision[]): Promise<void>
}

/** The events, together with the hooks through which the actions and the files report changes. */
export interface CreatedEvents extends Events {
  readonly hook: EventHook
  readonly fileListener: FileEventListener
}

/** Creates the events. `fileListener` has to be registered with the files, so that new versions become events. */
export function createEvents({ database, clock, log }: { database: Database; clock: Clock; log: Log }): CreatedEvents {
  const readers = new Map<string, EventReader>()
  const listeners: ChangeListener[] = []
  const wake = (): void => {
    for (const reader of readers.values()) reader.wake()
  }
  async function announce(tx: Tx, read: () => Promise<readonly ElementEvent[]>): Promise<void> {
    wake()
    if (listeners.length === 0) return
    const events = await read()
    for (const listener of listeners) await listener(tx, events)
  }

  return {
    reader(options) {
      if (readers.has(options.name)) throw new Error(`there are two event readers with the name "${options.name}"`)
      const reader = new EventReader({ database, log }, options)
      readers.set(options.name, reader)
      return reader
    },
    listen: (listener) => void listeners.push(listener),
    hook: {
      run: (work) => (listeners.length > 0 ? database.transaction(work) : work(database.single)),
      async written(tx, revisions) {
        if (revisions.length > 0) await announce(tx, () => eventsOf(tx, revisions))
      },
    },
    fileListener: {
      async versionAdded(tx, caller, { file, no }) {
        const version = { file, version: no, at: new Date(clock.nowMs()) }
        const events = await insertFileVersionEvents(tx, caller, version)
        if (events.length > 0) await announce(tx, async () => events)
      },
    },
    async close() {
      await Promise.all([...readers.values()].map((reader) => reader.stop()))
    },
  }
}
