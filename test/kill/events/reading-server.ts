import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { deploySample } from '../../../src/cli/sample.ts'
import { stopSignal } from '../../../src/cli/stop-signal.ts'
import { readConfig } from '../../../src/foundation/config/index.ts'
import { startPlatform } from '../../../src/platform/index.ts'
import { createNotes, noteEvents, readerNames } from './notes.store.ts'

// A server with two event readers, which the test kills. Each reader writes the events it receives into a table, in the
// transaction of its position.
const maxHandlerMs = 10

const platform = await startPlatform(readConfig(), {
  async prepare({ context, database }) {
    await createNotes(database)
    await deploySample({ context })
    for (const name of readerNames) {
      const reader = context.apps.events.reader({
        name,
        beginning: 'oldest',
        publishedOnly: name === 'published',
        maxEvents: 20,
        async handle(tx, events) {
          // A kill then often comes between the handler's own writes and the commit.
          await noteEvents(tx, name, events)
          await sleep(Math.random() * maxHandlerMs)
        },
      })
      await reader.start()
    }
  },
})
const stopped = stopSignal()
console.log(`Chancery is listening on ${platform.url}`)
// The process is killed, so it can't write the cache at its end.
flushCompileCache()
await stopped
await platform.close()
