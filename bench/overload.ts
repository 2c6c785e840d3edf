import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readyUrl, runChancery } from '../test/server-process.ts'
import { busySeconds, cpuSeconds, perRequestUs } from './cpu-time.ts'
import { median } from './figures.ts'
import type { Offer, Outcome } from './open-loop.ts'
import { openBenchDatabase } from './postgres.ts'

const help = `npm run overload [-- --embedded] [--rounds 3] [--seconds 12] [--times 3] [--mix create]

Measures the peak throughput of a server with 32 connections, then offers --times as much in an open loop: requests are
sent at their times whether or not earlier ones have been answered. Meanwhile a second user sends ten requests per
second. Peak and overload alternate, and each overload is compared with the peaks before and after it, so that other
work on the machine affects both; the median of the rounds counts. Prints the CPU time of each part, since the generator
takes its share of the machine. Uses a PostgreSQL server that it starts itself, the one of BENCH_DATABASE_URL, or the
embedded database. --mix is create, or mixed (get, list and create 3:1:1). Ends with exit code 1 when a target is
missed.`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const options = { rounds: text, seconds: text, times: text, mix: text, embedded: flag, help: flag } as const
const { values } = parseArgs({ options })
if (values.help) {
  console.log(help)
  process.exit(0)
}
const rounds = Number(values.rounds ?? 3)
const seconds = Number(values.seconds ?? 12)
const times = Number(values.times ?? 3)
const mix = values.mix ?? 'create'
const adminToken = 'overload-administrator-token'
const folder = mkdtempSync(join(tmpdir(), 'chancery-overload-'))
const api = '/pub/v1/app/ref/contacts'

async function offer(given: Omit<Offer, 'host' | 'port' | 'warmUpSeconds'>, warmUpSeconds = 0): Promise<Outcome> {
  const child = fork(fileURLToPath(new URL('open-loop.ts', import.meta.url)))
  const answer = once(child, 'message')
  const exit = once(child, 'exit')
  const { hostname: host, port } = new URL(url)
  child.send({ ...given, host, port: Number(port), warmUpSeconds } satisfies Offer)
  const [outcome] = await answer
  await exit
  return outcome as Outcome
}

/** Runs `work` and prints the share of a core that each part used meanwhile. */
async function withCpuShares<T>(work: () => Promise<T>): Promise<T> {
  const [before, beganMs] = [cpuSeconds(server.child.pid!, database?.postmaster), performance.now()]
  const busyBefore = busySeconds()
  const result = await work()
  const shares = perRequestUs(before, cpuSeconds(server.child.pid!, database?.postmaster), 1)
  const elapsedUs = (performance.now() - beganMs) * 1000
  const own = Object.values(shares).reduce((sum, us) => sum + us, 0)
  const others = (busySeconds() - busyBefore) * 1e6 - own
  const parts = Object.entries({ ...shares, others }).map(
    ([part, us]) => `${part} ${((us / elapsedUs) * 100).toFixed(0)} %`,
  )
  console.log(`${''.padEnd(34)} share of a core: ${parts.join(', ')}`)
  return result
}

interface Answered {
  readonly item: { readonly __id: string }
  readonly token: string
}

async function call(path: string, body: object, token = adminToken): Promise<Answered> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as Answered
}

function request(path: string, body: object, token: string): string {
  const sent = JSON.stringify(body)
  const head = `host: overload\r\nauthorization: Bearer ${token}\r\ncontent-length: ${Buffer.byteLength(sent)}`
  return `POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${sent}`
}

async function requestsOf(token: string): Promise<string[]> {
  const body = { context: { full_name: { lastname: 'Ivanova', firstname: 'Anna' } } }
  const create = request(`${api}/create`, body, token)
  if (mix === 'create') return [create]
  const ids: string[] = []
  for (let count = 0; count < 60; count++) ids.push((await call(`${api}/create`, body)).item.__id)
  const list = request(`${api}/list`, { from: 0, size: 10 }, token)
  return ids.flatMap((id, at) => {
    const get = request(`${api}/${id}/get`, {}, token)
    return at % 3 === 2 ? [get, list, create] : [get]
  })
}

function describe(what: string, outcome: Outcome): void {
  const { goodPerSecond, offeredPerSecond, accepted, byStatus, openedLate, unsent } = outcome
  const statuses = Object.entries(byStatus).map(([status, count]) => `${status}: ${count}`)
  console.log(
    `${what.padEnd(34)} offered ${offeredPerSecond.toFixed(0)}/s, good ${goodPerSecond.toFixed(0)}/s, accepted p50 ` +
      `${accepted.p50Ms} ms, p99 ${accepted.p99Ms} ms; ${statuses.join(', ')}${openedLate > 1 ? `, ${openedLate} connections opened late` : ''}${unsent > 0 ? `, unsent ${unsent}` : ''}`,
  )
}

await using database = values.embedded ? undefined : await openBenchDatabase(process.env.BENCH_DATABASE_URL)
const server = runChancery(['serve'], {
  PORT: '0',
  DATA_DIR: folder,
  DATABASE_URL: database?.url ?? '',
  ADMIN_TOKEN: adminToken,
  SAMPLE: 'office-without-data',
})
const url = await readyUrl(server)
const misses: string[] = []
const expect = (isMet: boolean, sentence: string): void => {
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${sentence}`)
  if (!isMet) misses.push(sentence)
}

/** Measures the throughput of a closed loop. */
async function peak(): Promise<number> {
  const outcome = await withCpuShares(() =>
    offer({ requests, pace: { connections: 32 }, seconds: Math.max(4, seconds / 2) }, 1),
  )
  describe('32 connections', outcome)
  return outcome.goodPerSecond
}

interface Overload {
  readonly outcome: Outcome
  readonly quiet: Outcome
  readonly slowestHealthMs: number
}

async function overload(perSecond: number): Promise<Overload> {
  const untilMs = performance.now() + (seconds - 1) * 1000
  const healthMs: number[] = []
  const askHealth = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      const beganMs = performance.now()
      const { status } = await fetch(`${url}/health/ready`)
      healthMs.push(status === 200 ? performance.now() - beganMs : Number.POSITIVE_INFINITY)
      await wait(200)
    }
  }
  const [outcome, quiet] = await withCpuShares(() =>
    Promise.all([
      offer({ requests, pace: { perSecond }, seconds }, 2),
      offer({ requests: quietRequests, pace: { perSecond: 10 }, seconds }, 2),
      askHealth(),
    ]),
  )
  describe(`${times} times the peak`, outcome)
  describe('the second user meanwhile', quiet)
  return { outcome, quiet, slowestHealthMs: Math.max(...healthMs) }
}

let requests: string[] = []
let quietRequests: string[] = []
try {
  console.log(`database: ${database ? `PostgreSQL ${database.version}` : 'embedded'}; mix: ${mix}`)
  requests = await requestsOf(adminToken)
  await call('/api/v1/users', { login: 'quiet', administrator: true })
  const { token } = await call('/api/v1/tokens', { login: 'quiet', name: 'overload' })
  quietRequests = await requestsOf(token)

  await offer({ requests, pace: { connections: 32 }, seconds: 5 })
  const peaks = [await peak()]
  const overloads: Overload[] = []
  for (let round = 0; round < rounds; round++) {
    await wait(1_000)
    overloads.push(await overload(peaks.at(-1)! * times))
    await wait(1_000)
    peaks.push(await peak())
  }
  const ratios = overloads.map(({ outcome }, at) => outcome.goodPerSecond / ((peaks[at]! + peaks[at + 1]!) / 2))
  const p99s = overloads.map(({ outcome }) => outcome.accepted.p99Ms)
  const share = median(ratios)
  const all = ratios.map((ratio) => `${(ratio * 100).toFixed(0)} %`).join(', ')
  expect(share >= 0.8, `good throughput is ${(share * 100).toFixed(0)} % of the peak (at least 80 %; rounds: ${all})`)
  const p99Ms = median(p99s)
  expect(
    p99Ms <= 1_000,
    `accepted requests have a p99 of ${p99Ms} ms (at most 1 s; rounds: ${p99s.map((ms) => `${ms} ms`).join(', ')})`,
  )
  const statuses = new Set(overloads.flatMap(({ outcome }) => Object.keys(outcome.byStatus)))
  expect(statuses.isSubsetOf(new Set(['200', '429'])), 'all other requests are answered with 429')
  expect(
    overloads.every(({ outcome }) => outcome.withoutRetryAfter === 0),
    'every 429 has Retry-After',
  )
  const ofQuiet = overloads.map(({ quiet }) => quiet.byStatus)
  const total = ofQuiet.flatMap((counts) => Object.values(counts)).reduce((sum, count) => sum + count, 0)
  const served = ofQuiet.reduce((sum, counts) => sum + (counts[200] ?? 0), 0) / total
  expect(served >= 0.99, `the second user gets ${(served * 100).toFixed(0)} % of the answers (at least 99 %)`)
  const slowest = median(overloads.map(({ slowestHealthMs }) => slowestHealthMs))
  expect(slowest <= 1_000, `the slowest health check takes ${slowest.toFixed(0)} ms (at most 1 s)`)
} finally {
  server.child.kill('SIGTERM')
  await server.exited
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = misses.length === 0 ? 0 : 1
