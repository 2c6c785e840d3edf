import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { ElementAddress } from '../elements/source/opened-application.ts'
import { alike, type ImportTrial, tryImports } from '../import/shop.fixture.ts'
import type { ElementEvent, EventHandler } from './event.ts'
import { type Beginning, insertPosition } from './positions.store.ts'
import { type BatchOptions, readBatch } from './read-batch.ts'

const definition = `name: Goods
fields: [{ code: title, type: string }, { code: amount, type: number }]
statuses: [{ code: a, name: A }, { code: b, name: B }]
`

export const startShop = (): Promise<ImportTrial> => tryImports(alike(definition, 12))

/** Returns an application of the shop that no test has used yet, with short forms of its operations. */
export function shopOf(shop: ImportTrial) {
  const { caller, elements } = shop
  const address = { namespace: 'shop', code: shop.nextApp() }
  const at = (id: string): ElementAddress => ({ ...address, id })
  const { application, source } = shop.deps.open(caller, address)
  return {
    ...{ address, application, source },
    async create(title: string): Promise<string> {
      const { item } = await elements.create(caller, address, { title })
      return JSON.parse(item.text).__id
    },
    update: (id: string, context: object) => elements.update(caller, at(id), { ...context }),
    setStatus: (id: string, code: string) => elements.setStatus(caller, at(id), code),
  }
}

export interface TrialReader {
  readonly options: BatchOptions
  /** The events that the handler has received, of one application. */
  readonly seen: ElementEvent[]
  /** Kind and revision of each event that was seen. */
  kinds(): string[]
  /** Reads until `count` events were seen, and then once more to detect surplus events. */
  until(count: number): Promise<void>
}

/** Creates a reader without a timer, which reads only when the test calls it. */
export async function aReader(
  database: Database,
  app: string,
  { beginning = 'now', name = `reader of ${app}`, ...more }: Partial<BatchOptions> & { beginning?: Beginning } = {},
): Promise<TrialReader> {
  const seen: ElementEvent[] = []
  const handle: EventHandler = async (_tx, events) => void seen.push(...events.filter((event) => event.app === app))
  const options: BatchOptions = { name, publishedOnly: false, maxEvents: 100, handle, ...more }
  await insertPosition(database.single, name, beginning)
  return {
    ...{ options, seen },
    kinds: () => seen.map(({ kind, rev }) => `${rev} ${kind}`),
    async until(count) {
      // Transactions of other tests on the same server hold events back until they end.
      for (let left = 3000; seen.length < count; left--) {
        assert.ok(left > 0, `only ${seen.length} of ${count} events came`)
        if ((await readBatch(database, options)) === 'idle') await wait(10)
      }
      await readBatch(database, options)
    },
  }
}

/** Returns the stored position of a reader. */
export async function positionOf(database: Database, name: string): Promise<unknown> {
  return database.reader.row(sql`select turn, app, id, rev, part from event_reader where name = ${name}`)
}
