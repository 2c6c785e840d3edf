import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../../../src/foundation/db/open-store.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { deploy } from '../deploy.ts'
import { usualDrainMs } from '../processes/drain.ts'
import { between, seededRandom } from '../random.ts'
import type { Load } from './load.ts'
import { type LoadName, loadNames, loads, startOutsideSystems } from './loads.ts'
import { stormSolution } from './solution.ts'

export interface EverythingStormOptions {
  readonly kills: number
  readonly seed: number
  /** URL of the PostgreSQL database, on which several nodes run; absent for one node with the embedded database. */
  readonly databaseUrl?: string | undefined
  /** A PostgreSQL server that is killed `databaseKills` times; Chancery's servers must survive that. */
  readonly postgres?: { killAndRestart(): Promise<void> } | undefined
  readonly databaseKills?: number
  /** Minimum number of acknowledged writes, over all kinds; the kills are spread over these writes. */
  readonly writes?: number
  /** Kinds of work; all of them when absent. */
  readonly work?: readonly LoadName[]
  /**
   * Time in ms after which the test stops waiting for further kills and writes, and judges the work done until then.
   */
  readonly maxMs?: number
  readonly maxDrainMs?: number
  /** Pause of a client after each write of an element, in ms. */
  readonly paceMs?: number
  /** Number of nodes on PostgreSQL; 2 by default. */
  readonly nodes?: number | undefined
  /** Name of a fault to plant in the program; see `plants.ts`. */
  readonly plant?: string | undefined
  readonly onKill?: (kill: number, acked: number) => void
}

export interface EverythingStormResult {
  readonly problems: readonly string[]
  /** Number of acknowledged writes of each kind. */
  readonly acked: Readonly<Record<string, number>>
  readonly serverKills: number
  readonly databaseKills: number
  /** Longest time in ms from the return of PostgreSQL to the next acknowledged write. */
  readonly slowestRecoveryMs: number
}

/** Minimum number of acknowledged writes between two kills. */
const leastAcked = 20
const patienceMs = 120_000

/**
 * Runs the test: all kinds of work continue while nodes and PostgreSQL are killed in a random order. At the end, the
 * ledgers of the clients are compared with the answers of the API and with the database.
 */
export async function runEverythingStorm(options: EverythingStormOptions): Promise<EverythingStormResult> {
  const { kills, seed, databaseUrl, postgres, databaseKills = 0, writes = 0, plant } = options
  const { work = loadNames, maxMs = 60 * 60_000, maxDrainMs = usualDrainMs, paceMs = 0, nodes } = options
  const untilMs = Date.now() + maxMs
  const random = seededRandom(seed)
  await using outside = await startOutsideSystems(random)
  const addresses = [outside.service.url, outside.receiver.url]
  await using cluster = await startCluster({ databaseUrl, outside: addresses, plant, nodes })
  await deploy(cluster.urls, await stormSolution())
  const running: [LoadName, Load][] = []
  for (const name of work) running.push([name, await loads[name]({ cluster, random, maxDrainMs, paceMs }, outside)])
  const acked = (): number => running.reduce((sum, [, load]) => sum + load.acked(), 0)
  const ackedKinds = (): number => running.filter(([, load]) => load.acked() > 0).length
  const problems: string[] = []
  const done = { server: 0, database: 0, slowestMs: 0 }
  const victims = Array.from({ length: kills + databaseKills }, (_, at) =>
    at < kills ? ('server' as const) : ('database' as const),
  )
  const order = shuffled(victims, random)

  const clients = running.map(([, load]) => load.start())
  try {
    for (const [at, victim] of order.entries()) {
      const least = Math.max(acked() + leastAcked, (writes * (at + 1)) / (order.length + 1))
      const isReached = await untilAcked(acked, least, untilMs)
      if (!isReached) break
      // Twenty writes can be of a few kinds; the last kill meets work of every kind.
      if (at === order.length - 1 && !(await untilAcked(ackedKinds, running.length, untilMs))) break
      await sleep(between(random, 0, 700))
      if (victim === 'server') await cluster.killAndRestart(Math.floor(random() * cluster.size))
      else done.slowestMs = Math.max(done.slowestMs, await killDatabase(postgres!, acked))
      done[victim]++
      options.onKill?.(at + 1, acked())
    }
    if (Date.now() < untilMs) await untilAcked(acked, writes, untilMs)
  } finally {
    await Promise.all(clients.map((one) => one.stop()))
  }
  if (done.server < kills || done.database < databaseKills || acked() < writes)
    problems.push(
      `the time was over after ${done.server} kills of servers, ${done.database} of PostgreSQL and ${acked()} writes`,
    )
  for (const [name, load] of running) problems.push(...named(name, await load.settle()))
  problems.push(...(await cluster.stop()))
  problems.push(...(await judgeStopped(cluster, databaseUrl, running)))
  return {
    problems,
    acked: Object.fromEntries(running.map(([name, load]) => [name, load.acked()])),
    serverKills: done.server,
    databaseKills: done.database,
    slowestRecoveryMs: done.slowestMs,
  }
}

const named = (name: string, problems: readonly string[]): string[] => problems.map((problem) => `${name}: ${problem}`)

async function judgeStopped(
  { dataDir }: Cluster,
  databaseUrl: string | undefined,
  running: readonly (readonly [string, Load])[],
): Promise<string[]> {
  const problems: string[] = []
  // Each judge opens the database itself, because the embedded database can be open only once at a time.
  for (const [name, load] of running) {
    const judge = await load.judge({
      dataDir,
      databaseUrl,
      async read(look) {
        const store = await openStore({ dataDir, databaseUrl, log: () => {} })
        try {
          return await look(store.database.reader)
        } finally {
          await store.close()
        }
      },
    })
    problems.push(...named(name, judge))
  }
  return problems
}

/** Waits for acknowledged writes. Returns false when the time is over. Throws when no more writes are acknowledged. */
async function untilAcked(acked: () => number, least: number, untilMs: number): Promise<boolean> {
  let last = acked()
  for (let changedMs = Date.now(); last < least; await sleep(100)) {
    if (Date.now() > untilMs) return false
    const now = acked()
    if (now > last) changedMs = Date.now()
    if (Date.now() - changedMs > patienceMs) throw new Error('the servers acknowledge no writes any more')
    last = now
  }
  return true
}

/** Kills PostgreSQL and waits for the next acknowledged write. Returns the time that this took, in ms. */
async function killDatabase(postgres: { killAndRestart(): Promise<void> }, acked: () => number): Promise<number> {
  await postgres.killAndRestart()
  const [startMs, before] = [performance.now(), acked()]
  await untilAcked(acked, before + 1, Number.POSITIVE_INFINITY)
  return performance.now() - startMs
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
}
