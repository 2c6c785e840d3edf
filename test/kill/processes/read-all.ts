import type { Reader } from '../../../src/foundation/db/database.ts'
import { openStore } from '../../../src/foundation/db/open-store.ts'
import type { Load } from './clients.ts'
import { codes } from './models.ts'
import { type StoredInstance, type StoredRest, storedInstances, storedRest } from './stored.store.ts'

const none = '00000000-0000-0000-0000-000000000000'

/** All instances, and the remaining work. */
export interface StoredProcesses {
  readonly instances: readonly StoredInstance[]
  readonly rest: StoredRest
}

/**
 * Reads the instances and the remaining work. On PostgreSQL, other nodes may run; each instance is read as of one
 * moment.
 */
export async function readAll(
  place: Parameters<typeof openStore>[0],
  options: { readonly onlyRunning?: boolean } = {},
): Promise<StoredProcesses> {
  const store = await openStore(place)
  try {
    return await readProcesses(store.database.reader, options)
  } finally {
    await store.close()
  }
}

export async function readProcesses(reader: Reader, { onlyRunning = false } = {}): Promise<StoredProcesses> {
  const instances: StoredInstance[] = []
  for (;;) {
    const page = await storedInstances(reader, { after: instances.at(-1)?.id ?? none, size: 200, onlyRunning })
    if (page.length === 0) return { instances, rest: await storedRest(reader) }
    instances.push(...page)
  }
}

/** Compares the acknowledged starts with what the API lists. */
export async function judgeLists({ call, requests }: Load): Promise<string[]> {
  const listed = new Map<string, string>()
  for (const code of codes) {
    for (let from = 0, total = 1; from < total; from += 1000) {
      const body = { fields: { mark: true }, from, size: 1000 }
      const answer = await call('POST', `/pub/v1/bpm/instance/bytemplate/docs/${code}/list`, body)
      total = answer.body.result.total
      for (const one of answer.body.result.result) listed.set(`${code} ${one.mark}`, one.__id)
    }
  }
  return requests.all().flatMap(({ kind, subject, outcome }) => {
    if (kind !== 'start' || outcome !== 'acked' || listed.has(subject)) return []
    return [`the acknowledged start ${subject} is in no list`]
  })
}
