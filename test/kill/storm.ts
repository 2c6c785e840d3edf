import { setTimeout as sleep } from 'node:timers/promises'
import { embeddedPlace } from '../database.ts'
import { freePort } from '../server-process.ts'
import { apiClient, type Call } from './api-client.ts'
import { type Clients, startClients } from './clients.ts'
import { deploy } from './deploy.ts'
import { judge } from './judge.ts'
import { type Action, createLedger, type Entry, type Ledger, nameOf } from './ledger.ts'
import { observe } from './observe.ts'
import { between, seededRandom } from './random.ts'
import { repeatInDoubt } from './repeat.ts'
import { type Server, startServer } from './server.ts'

export interface StormOptions {
  readonly kills: number
  readonly seed: number
  /** URL of the PostgreSQL database; absent for the embedded database. */
  readonly databaseUrl?: string | undefined
  /** A PostgreSQL server to kill instead of Chancery's server, which must survive. */
  readonly victim?: { killAndRestart(): Promise<void> } | undefined
  /** Pause of a client after a write in doubt, in ms. A long pause keeps a long outage from filling the ledger. */
  readonly pauseMs?: number
  /** Called while the server is dead, with the number of the kill from 1. Tests plant damage here. */
  readonly betweenKillAndStart?: (kill: number, dataDir: string) => void
}

export interface StormResult {
  readonly problems: readonly string[]
  readonly entries: readonly Entry[]
  /** Time in ms until writes succeed again after each kill, counted from the first moment at which they can. */
  readonly recoveriesMs: readonly number[]
}

/**
 * Maximum time in ms until the server works after PostgreSQL is back; twice the usual time, because tests run in
 * parallel.
 */
const backMs = 6_000
/**
 * Maximum time in ms until a request is answered while PostgreSQL is away; requests wait up to 5 s for a connection.
 * The limit is below the statement timeouts, which would end the waiting too.
 */
const answerMs = 8_500
/** Minimum number of acknowledged creates, and of updates, between two kills. */
const leastAcked = 5

/**
 * Runs the test: kills the server (or its database) `kills` times, after 0.2 to 0.9 s under load each, and then
 * compares all answers with the stored data.
 */
export async function runStorm(options: StormOptions): Promise<StormResult> {
  const { kills, seed, databaseUrl, victim, pauseMs = 20 } = options
  const { dataDir, remove } = await embeddedPlace()
  const random = seededRandom(seed)
  const ledger = createLedger()
  const problems: string[] = []
  const recoveriesMs: number[] = []
  const settings = { dataDir, port: await freePort(), databaseUrl }
  let server = await startServer(settings)
  const call = apiClient(server.url)
  let clients: Clients | undefined
  try {
    await deploy([server.url])
    for (let kill = 1; kill <= kills; kill++) {
      clients = startClients(call, ledger, random, { pauseMs })
      const begun = ledger.entries().length
      await sleep(between(random, 200, 900))
      await untilAcked(ledger, begun)
      if (victim) {
        await victim.killAndRestart()
        recoveriesMs.push(await untilWritesPass(call, problems))
        await sleep(between(random, 50, 200))
        await clients.stop()
      } else {
        // Checked before the kill, which would hide that the server had ended without being killed.
        problems.push(...endedAlone(server))
        await server.kill()
        await clients.stop()
        options.betweenKillAndStart?.(kill, dataDir)
        const startMs = performance.now()
        server = await startServer(settings)
        recoveriesMs.push(performance.now() - startMs)
      }
    }
    problems.push(...endedAlone(server))
    if (victim) problems.push(...hanging(ledger.entries()))
    problems.push(...(await repeatInDoubt(apiClient(server.url, 30_000), ledger)))
    problems.push(...judge(ledger.entries(), await observe(apiClient(server.url, 30_000))))
    const code = await server.stop()
    if (code !== 0) problems.push(`the server ended with exit code ${code} after SIGTERM`)
    return { problems, entries: ledger.entries(), recoveriesMs }
  } finally {
    await server.kill()
    await clients?.stop()
    await remove()
  }
}

/** Waits for acknowledged writes, because a kill on a slow machine may otherwise have nothing to lose. */
async function untilAcked(ledger: Ledger, begun: number): Promise<void> {
  const acked = (wanted: Action): number =>
    ledger
      .entries()
      .slice(begun)
      .filter(({ action, outcome }) => action === wanted && outcome === 'acked').length
  for (let looks = 600; Math.min(acked('create'), acked('update')) < leastAcked; looks--) {
    if (looks === 0) throw new Error('the server acknowledges almost no writes')
    await sleep(100)
  }
}

function endedAlone(server: Server): string[] {
  const ended = server.ended()
  return ended === undefined ? [] : [`the server ended without being killed: ${ended}`]
}

function hanging(entries: readonly Entry[]): string[] {
  const slow = entries.filter(({ sentMs, endedMs }) => endedMs - sentMs > answerMs)
  return slow.map((entry) => `${nameOf(entry)} got no answer for ${Math.round(entry.endedMs - entry.sentMs)} ms`)
}

/** Waits until writes succeed again; returns the time that this took, in ms. */
async function untilWritesPass(call: Call, problems: string[]): Promise<number> {
  const startMs = performance.now()
  const passedMs = (): number => performance.now() - startMs
  while (passedMs() < 30_000) {
    const answer = await call('POST', '/pub/v1/app/ref/contacts/create', {
      context: { full_name: { lastname: 'probe' } },
    }).catch(() => undefined)
    if (answer?.status === 200) {
      if (passedMs() > backMs)
        problems.push(`the server needed ${Math.round(passedMs())} ms to recover after PostgreSQL was back`)
      return passedMs()
    }
    await sleep(20)
  }
  problems.push('the server did not recover after PostgreSQL was back')
  return passedMs()
}
