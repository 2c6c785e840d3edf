import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from '../cluster.ts'
import { between, seededRandom } from '../random.ts'
import { createRequests, type Requests } from '../requests.ts'
import { type BatchCrashes, crashBatches, judgeBatches } from './batch-crashes.ts'
import { type Load, startProcessClients } from './clients.ts'
import { drain, usualDrainMs } from './drain.ts'
import { judgeEffects } from './judge-effects.ts'
import { judgeInstance } from './judge-instance.ts'
import { models } from './models.ts'
import { startOutside } from './outside-server.ts'
import { publish } from './publish.ts'
import { judgeLists, readAll } from './read-all.ts'

export interface ProcessStormOptions {
  readonly kills: number
  readonly seed: number
  /** URL of the PostgreSQL database, on which two nodes run; absent for one node with the embedded database. */
  readonly databaseUrl?: string | undefined
  /** Number of instances in each batch, during which a node is killed. If absent, there are no batches. */
  readonly batchSize?: number
  /** Number of kills after which the stored instances are judged; in the end, all are judged. */
  readonly judgeEvery?: number
  /** Maximum time in ms, after the last kill, in which no instance ends. */
  readonly maxDrainMs?: number
  /** Name of a fault to plant in the program; see `plants.ts`. */
  readonly plant?: string
}

export interface ProcessStormResult {
  readonly problems: readonly string[]
  readonly requests: Requests
  /** Number of instances at the end; `advances` are theirs, `deliveries` the requests to the other system. */
  readonly instances: number
  readonly advances: number
  readonly deliveries: number
}

/** Minimum number of acknowledged requests between two kills. */
const leastAcked = 20
const log = (): void => {}

/**
 * Runs the test: nodes are killed `kills` times while clients start processes and complete their tasks. In the end, all
 * due work is done, and the stored data is compared with the records of the clients and of the other system.
 */
export async function runProcessStorm(options: ProcessStormOptions): Promise<ProcessStormResult> {
  const { kills, seed, databaseUrl, batchSize, judgeEvery = 10, plant, maxDrainMs = usualDrainMs } = options
  const random = seededRandom(seed)
  const outside = await startOutside(random)
  const problems: string[] = []
  try {
    await using cluster = await startCluster({ databaseUrl, outside: [outside.url], plant })
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

/** Kills a node at a random moment under load. If there are two nodes, the other one keeps working. */
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
