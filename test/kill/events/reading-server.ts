import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopSignal } from '../../../src/cli/stop-signal.ts'
import { readConfig } from '../../../src/foundation/config/index.ts'
import { systemCaller } from '../../../src/people/index.ts'
import { startPlatform } from '../../../src/platform/index.ts'
import { officeFolder } from '../../platform.ts'
import { createNotes, noteEvents, readerNames } from './notes.store.ts'

// A server with two event readers, which the test kills. Each reader writes the events it receives into a table, in the
// transaction of its position.
const maxHandlerMs = 10

const platform = await startPlatform(readConfig(), {
  async prepare({ context, database }) {
    await createNotes(database)
    await context.apps.solutions.applyFolder(systemCaller(await context.people.administrator()), officeFolder)
    for (const name of readerNames) {
      const reader = context.apps.events.reader({
        name,
        beginning: 'oldest',
        publishedOnly: name === 'published',
        maxEvents: 20,
        async handle(tx, events) {
          // The delay makes a kill likely between the reader's own writes and the commit.
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
// The process is killed, so it cannot write the compile cache when it ends.
flushCompileCache()
await stopped
await platform.close()
