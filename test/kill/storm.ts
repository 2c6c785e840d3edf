import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiClient, type Call } from './api-client.ts'
import { startClients } from './clients.ts'
import { judge } from './judge.ts'
import { type Action, createLedger, type Entry, type Ledger, nameOf } from './ledger.ts'
import { observe } from './observe.ts'
import { between, seededRandom } from './random.ts'
import { repeatInDoubt } from './repeat.ts'
import { freePort, type Server, startServer } from './server.ts'

export interface StormOptions {
  readonly kills: number
  readonly seed: number
  /** Absent: the embedded database. */
  readonly databaseUrl?: string | undefined
  /** Kills this server instead of ours, which has to live through it. */
  readonly victim?: { killAndRestart(): Promise<void> } | undefined
  /** Called while everything is dead, with the number of the kill, from 1: a place to plant damage. */
  readonly betweenKillAndStart?: (kill: number, dataDir: string) => void
}

export interface StormResult {
  readonly problems: readonly string[]
  readonly entries: readonly Entry[]
  /** Of each kill: until writes are answered again, in milliseconds from the first moment it is possible. */
  readonly recoveriesMs: readonly number[]
}

/**
 * How long the server may need after PostgreSQL is back, and a request while it is away: twice what they take, since
 * tests share their machine, and less than the limits of statements, which would end the waiting, too.
 */
const backMs = 6_000
const answerMs = 6_000
/** Of creates and of updates, between two kills. */
const leastAcked = 5

/**
 * Load, kills, rest, judgement: `kills` times the server (or its database) is killed after 0.2 to 0.9 s under load,
 * and in the end everything that was answered is compared with what is there.
 */
export async function runStorm(options: StormOptions): Promise<StormResult> {
  const { kills, seed, databaseUrl, victim } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'chancery-kill-'))
  const random = seededRandom(seed)
  const ledger = createLedger()
  const problems: string[] = []
  const recoveriesMs: number[] = []
  const settings = { dataDir, port: await freePort(), databaseUrl }
  let server = await startServer(settings)
  const call = apiClient(server.url)
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const clients = startClients(call, ledger, random)
      const begun = ledger.entries().length
      await sleep(between(random, 200, 900))
      await untilAcked(ledger, begun)
      if (victim) {
        await victim.killAndRestart()
        recoveriesMs.push(await untilWritesPass(call, problems))
        await sleep(between(random, 50, 200))
        await clients.stop()
      } else {
        // Asked before the kill: an end of its own must not hide behind it.
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
    if (code !== 0) problems.push(`the server ended with exit code ${code} when it was told to stop`)
    return { problems, entries: ledger.entries(), recoveriesMs }
  } finally {
    await server.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A slow machine may have answered nothing by then, and there would be nothing to lose. */
async function untilAcked(ledger: Ledger, begun: number): Promise<void> {
  const acked = (wanted: Action): number =>
    ledger
      .entries()
      .slice(begun)
      .filter(({ action, outcome }) => action === wanted && outcome === 'acked').length
  for (let looks = 600; Math.min(acked('create'), acked('update')) < leastAcked; looks--) {
    if (looks === 0) throw new Error('the server acknowledges next to nothing')
    await sleep(100)
  }
}

function endedAlone(server: Server): string[] {
  const ended = server.ended()
  return ended === undefined ? [] : [`the server ended by itself: ${ended}`]
}

function hanging(entries: readonly Entry[]): string[] {
  const slow = entries.filter(({ sentMs, endedMs }) => endedMs - sentMs > answerMs)
  return slow.map((entry) => `${nameOf(entry)} got no answer for ${Math.round(entry.endedMs - entry.sentMs)} ms`)
}

/** Milliseconds until the server answers from its database again. */
async function untilWritesPass(call: Call, problems: string[]): Promise<number> {
  const startMs = performance.now()
  const passedMs = (): number => performance.now() - startMs
  while (passedMs() < 30_000) {
    const answer = await call('POST', '/pub/v1/app/ref/contacts/create', {
      context: { full_name: { lastname: 'probe' } },
    }).catch(() => undefined)
    if (answer?.status === 200) {
      if (passedMs() > backMs) problems.push(`the server needed ${Math.round(passedMs())} ms after PostgreSQL was back`)
      return passedMs()
    }
    await sleep(20)
  }
  problems.push('the server does not come back after PostgreSQL is')
  return passedMs()
}
