import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openStore } from '../../../src/foundation/db/open-store.ts'
import { embeddedPlace, type TestPlace } from '../../database.ts'
import { freePort } from '../../server-process.ts'
import { apiClient, type Call } from '../api-client.ts'
import { startClients } from '../clients.ts'
import { deploy } from '../deploy.ts'
import { countOutcomes, createLedger, type Ledger } from '../ledger.ts'
import { between, seededRandom } from '../random.ts'
import { repeatInDoubt } from '../repeat.ts'
import { type Server, startServer } from '../server.ts'
import { judgeEvents } from './judge-events.ts'
import { notes, storedChanges } from './notes.store.ts'
import { readRest } from './read-rest.ts'
import { startVersionClient, type VersionClient } from './version-client.ts'

export interface EventStormOptions {
  readonly kills: number
  readonly seed: number
  /** URL of the PostgreSQL database, on which two nodes run; absent for one node with the embedded database. */
  readonly databaseUrl?: string | undefined
  /** Called after the last kill on the stopped database. Tests plant damage here. */
  readonly atTheEnd?: (database: Awaited<ReturnType<typeof openStore>>['database']) => Promise<void>
}

export interface EventStormResult {
  readonly problems: readonly string[]
  /** Number of stored changes at the end; `acked` counts acknowledged writes, `versions` acknowledged file versions. */
  readonly changes: number
  readonly acked: number
  readonly versions: number
  /** Number of processes that have read events; `rest` counts the events that were read after they had all ended. */
  readonly processes: number
  readonly rest: number
}

/** Minimum number of acknowledged writes between two kills. */
const leastAcked = 20
const program = fileURLToPath(new URL('event-server.ts', import.meta.url))

/**
 * Runs the test: servers with event readers are killed `kills` times under load, one node at a time, and started again.
 * At the end, the events that the readers received are compared with the stored changes.
 */
export async function runEventStorm({
  kills,
  seed,
  databaseUrl,
  atTheEnd,
}: EventStormOptions): Promise<EventStormResult> {
  const random = seededRandom(seed)
  const ledger = createLedger()
  const problems: string[] = []
  const ports = [await freePort(), ...(databaseUrl === undefined ? [] : [await freePort()])]
  // Each node has a data folder of its own.
  const places: TestPlace[] = []
  for (const _ of ports) places.push(await embeddedPlace())
  const start = (node: number): Promise<Server> =>
    startServer({ dataDir: places[node]!.dataDir, port: ports[node]!, databaseUrl, program })
  const servers: Server[] = []
  try {
    // Servers start one after the other, because the first one migrates the database.
    for (const node of ports.keys()) servers.push(await start(node))
    await deploy(servers.map(({ url }) => url))
    const call = anyOf(servers.map(({ url }) => apiClient(url)))
    const versions = startVersionClient(servers[0]!.url)
    for (let kill = 1; kill <= kills; kill++) {
      const clients = startClients(call, ledger, random)
      const begun = ledger.entries().length
      await sleep(between(random, 200, 900))
      await untilAcked(ledger, begun, versions)
      const node = Math.floor(random() * servers.length)
      problems.push(...servers.flatMap(endedAlone))
      await servers[node]!.kill()
      // With two nodes, the other node keeps running under load while this one starts.
      if (servers.length === 1) await clients.stop()
      servers[node] = await start(node)
      await clients.stop()
    }
    await versions.stop()
    problems.push(...(await repeatInDoubt(apiClient(servers[0]!.url, 30_000), ledger)))
    problems.push(...servers.flatMap(endedAlone))
    for (const server of servers) {
      const code = await server.stop()
      if (code !== 0) problems.push(`a server ended with exit code ${code} after SIGTERM`)
    }
    const store = await openStore({ dataDir: places[0]!.dataDir, databaseUrl, log: () => {} })
    try {
      const { database } = store
      const rest = await readRest(database)
      await atTheEnd?.(database)
      const received = await notes(database.reader)
      const stored = await storedChanges(database.reader)
      problems.push(...judgeEvents(received, stored, ledger.entries()))
      const processes = new Set(received.map((note) => note.process)).size - (rest > 0 ? 1 : 0)
      const acked = countOutcomes(ledger.entries()).acked
      return { problems, changes: stored.length, acked, versions: versions.acked(), processes, rest }
    } finally {
      await store.close()
    }
  } finally {
    for (const server of servers) await server.kill()
    for (const { remove } of places) await remove()
  }
}

/** Returns a Call that sends each request to the next server in turn. */
function anyOf(calls: readonly Call[]): Call {
  let count = 0
  return (...request) => calls[count++ % calls.length]!(...request)
}

/** Waits for acknowledged writes and, before the first kill, for an acknowledged version of a file. */
async function untilAcked(ledger: Ledger, begun: number, versions: VersionClient): Promise<void> {
  const acked = (): number => countOutcomes(ledger.entries().slice(begun)).acked
  for (let looks = 600; acked() < leastAcked || versions.acked() === 0; looks--) {
    if (looks === 0) throw new Error('the servers acknowledge almost no writes')
    await sleep(100)
  }
}

function endedAlone(server: Server): string[] {
  const ended = server.ended()
  return ended === undefined ? [] : [`a server ended without being killed: ${ended}`]
}
