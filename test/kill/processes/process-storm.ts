import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../../../src/foundation/db/open-store.ts'
import { between, seededRandom } from '../random.ts'
import { type BatchCrashes, crashBatches, judgeBatches } from './batch-crashes.ts'
import { type Load, startProcessClients } from './clients.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { drain, usualDrainMs } from './drain.ts'
import { judgeEffects } from './judge-effects.ts'
import { judgeInstance } from './judge-instance.ts'
import { codes, models } from './models.ts'
import { startOutside } from './outside-server.ts'
import { publish } from './publish.ts'
import { createRequests, type Requests } from './requests.ts'
import { type StoredInstance, storedInstances, storedRest } from './stored.store.ts'

export interface ProcessStormOptions {
  readonly kills: number
  readonly seed: number
  /** URL of the PostgreSQL database, which gets two nodes; absent for the embedded database and one node. */
  readonly databaseUrl?: string | undefined
  /** Number of instances of the batches in whose middle a node is killed; no batches when absent. */
  readonly batchSize?: number
  /** Number of kills after which the stored instances are judged; in the end, all are judged. */
  readonly judgeEvery?: number
  /** How long no instance may end after the last kill, in ms. */
  readonly maxDrainMs?: number
  /** A fault that is planted in the program; see `plants.ts`. */
  readonly plant?: string
}

export interface ProcessStormResult {
  readonly problems: readonly string[]
  readonly requests: Requests
  /** Number of instances in the end, of their advances, and of requests to the other system. */
  readonly instances: number
  readonly advances: number
  readonly deliveries: number
}

/** Minimum number of acknowledged requests between two kills. */
const leastAcked = 20
const none = '00000000-0000-0000-0000-000000000000'
const log = (): void => {}

/**
 * Runs the test: nodes are killed `kills` times while clients start processes and complete their tasks. In the end,
 * everything that is due is done, and what is stored is compared with what the clients and the other system know.
 */
export async function runProcessStorm(options: ProcessStormOptions): Promise<ProcessStormResult> {
  const { kills, seed, databaseUrl, batchSize, judgeEvery = 10, plant, maxDrainMs = usualDrainMs } = options
  const random = seededRandom(seed)
  const outside = await startOutside(random)
  const problems: string[] = []
  try {
    await using cluster = await startCluster({ databaseUrl, outside: outside.url, plant })
    const { call } = cluster
    const place = { dataDir: cluster.dataDir, databaseUrl, log }
    const requests = createRequests()
    const load: Load = { call, requests, random, outside, orders: [], openTasks: 0 }
    for (const [code, xml] of Object.entries(models(outside.url))) await publish(call, code, xml)
    for (let kill = 1; kill <= kills; kill++) {
      await killUnderLoad(cluster, load, async () => {
        if (kill % judgeEvery !== 0) return
        const found = await readAll(place, { onlyRunning: true })
        problems.push(...found.instances.flatMap(judgeInstance).map((problem) => `after kill ${kill}: ${problem}`))
      })
    }
    let crashes: BatchCrashes | undefined
    if (batchSize !== undefined) crashes = await crashBatches(load, cluster, batchSize)
    problems.push(...(await requests.repeatInDoubt(call)))
    await drain(load, maxDrainMs)
    problems.push(...(await requests.repeatInDoubt(call)))
    problems.push(...(await judgeLists(load)))
    problems.push(...(await cluster.stop()))
    const { instances, rest } = await readAll(place)
    const { deliveries } = outside
    problems.push(...instances.flatMap(judgeInstance))
    problems.push(...judgeEffects({ requests: requests.all(), deliveries, instances, rest }))
    if (crashes !== undefined) problems.push(...judgeBatches(crashes, instances))
    const advances = instances.reduce((sum, { rev }) => sum + rev, 0)
    return { problems, requests, instances: instances.length, advances, deliveries: deliveries.length }
  } finally {
    await outside.close()
  }
}

/** Kills a node at a random moment of the load. With two nodes, the other one keeps working under load. */
async function killUnderLoad(cluster: Cluster, load: Load, whileDead: () => Promise<void>): Promise<void> {
  const { requests, random } = load
  const clients = startProcessClients(load)
  const begun = requests.all().length
  await sleep(between(random, 200, 900))
  const acked = (): number =>
    requests
      .all()
      .slice(begun)
      .filter(({ outcome }) => outcome === 'acked').length
  for (let looks = 600; acked() < leastAcked; looks--) {
    if (looks === 0) throw new Error('the servers acknowledge almost no requests')
    await sleep(100)
  }
  await cluster.killAndRestart(Math.floor(random() * cluster.size), async () => {
    if (cluster.size === 1) await clients.stop()
    await whileDead()
  })
  await clients.stop()
}

/** Reads instances and what is left. On PostgreSQL other nodes may run; each instance is read as of one moment. */
async function readAll(place: Parameters<typeof openStore>[0], { onlyRunning = false } = {}) {
  const store = await openStore(place)
  try {
    const { reader } = store.database
    const instances: StoredInstance[] = []
    for (;;) {
      const page = await storedInstances(reader, { after: instances.at(-1)?.id ?? none, size: 200, onlyRunning })
      if (page.length === 0) return { instances, rest: await storedRest(reader) }
      instances.push(...page)
    }
  } finally {
    await store.close()
  }
}

/** Compares the acknowledged starts with what the API lists. */
async function judgeLists({ call, requests }: Load): Promise<string[]> {
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
