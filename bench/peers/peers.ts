import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capture } from '../capture.ts'
import { cpuSeconds, perRequestUs } from '../cpu-time.ts'
import { median } from '../figures.ts'
import type { Load, LoadResult } from '../load.ts'
import type { Options } from '../options.ts'
import { countOwnLoad } from '../own-load.ts'
import { openBenchDatabase } from '../postgres.ts'
import { readOften } from '../prepare.ts'
import { machineHead } from '../results.ts'
import { type Setup, setUp } from '../setup.ts'
import { countWrk } from '../wrk.ts'
import { startDirectus } from './directus.ts'
import { type InstalledDirectus, installDirectus } from './install.ts'
import { operations, type PeerOperation } from './operations.ts'
import { ask, type Peer, type PeerRequest, totalOf } from './peer.ts'
import { type PlainServer, startPlainServer } from './plain.ts'
import { copyRows, searchUsesIndex } from './rows.store.ts'
import type { PeerFigures, PeerSide } from './tables.ts'

/** The measured servers and their databases on one PostgreSQL server. */
export interface Scene extends AsyncDisposable {
  readonly options: Options
  readonly runLoad: (load: Load) => Promise<LoadResult>
  readonly chancery: NonNullable<Setup['postgres']>
  readonly plain: PlainServer
  /** Undefined when Directus could not be installed or started. */
  readonly directus: DirectusSide | undefined
}

interface DirectusSide {
  readonly peer: Peer
  readonly installed: InstalledDirectus
  readonly searchUsesIndex: boolean
}

/** Maximum number of connections of each peer to PostgreSQL; Chancery has 10 for reads and 12 for writes. */
const poolSize = 12
/**
 * More numbers than any round uses. All numbers of a run are below the greatest number of a column of the type integer.
 */
const numbersOfRound = 500_000
let nextV = 1_000_000_000

/** Installs Directus, and starts all servers with the same rows. Removes everything again when a step fails. */
export async function setUpPeers(options: Options): Promise<Scene> {
  const installed = await installDirectus().catch(withoutDirectus)
  await using cleanup = new AsyncDisposableStack()
  const { postgres: chancery } = cleanup.use(await setUp({ ...options, on: { postgres: true, embedded: false } }))
  await readOften(
    chancery!.database,
    operations.map(({ workload }) => workload),
    options.rows,
  )
  const url = chancery!.bench.url
  const plain = cleanup.use(await startPlainServer(url, poolSize))
  const directus = installed && (await setUpDirectus(installed, chancery!, cleanup).catch(withoutDirectus))
  const runLoad = options.generator === 'wrk' ? countWrk : countOwnLoad
  const all = cleanup.move()
  return { options, runLoad, chancery: chancery!, plain, directus, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

function withoutDirectus(error: Error): undefined {
  console.log(`${error.message}. Only the 40-line server is measured.`)
}

async function setUpDirectus(
  installed: InstalledDirectus,
  { bench }: Scene['chancery'],
  cleanup: AsyncDisposableStack,
): Promise<DirectusSide> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-directus-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  const database = cleanup.use((await openBenchDatabase(bench.url))!)
  const peer = cleanup.use(await startDirectus({ installed, databaseUrl: database.url, poolSize, folder }))
  const beganMs = performance.now()
  await copyRows(bench.client, database.client)
  console.log(`Directus holds the same elements, copied in ${((performance.now() - beganMs) / 1000).toFixed(1)} s`)
  await database.client.query('checkpoint').catch(() => {})
  return { peer, installed, searchUsesIndex: await searchUsesIndex(database.client) }
}

/**
 * Measures an operation on all servers in alternating rounds. A first round of each is a warm-up and is not
 * counted: every connection makes its plans in it. Throws when Chancery and Directus count different totals.
 */
export async function measurePeers(scene: Scene, operation: PeerOperation): Promise<PeerFigures> {
  const { options, chancery, plain, directus } = scene
  const { rows, rounds, seconds } = options
  const { workload, plainTarget, directusTarget } = operation
  const statements = await capture(chancery.database, chancery.bench.client, workload, { turn: 0, rows })
  await plain.add({ name: workload.name, statements })
  const figures: PeerFigures = {
    ...{ title: workload.title, plainTarget, directusTarget },
    ...{ chancery: emptySide(), plain: emptySide(), directus: emptySide() },
  }
  const { method, path } = workload
  const request: PeerRequest = { method, path, body: workload.body?.(0, rows) }
  const sides: Measured[] = [
    { peer: plain, side: figures.plain, request: { ...request, path: `/${workload.name}/@n@/@v@` } },
    { peer: chancery.subject, side: figures.chancery, request },
  ]
  if (directus) sides.push({ peer: directus.peer, side: figures.directus, request: operation.directus(rows) })
  const between = workload.between(rows)
  await compareAnswers(sides, between)
  for (const measured of sides) await oneLoad(scene, { ...measured, side: emptySide() }, between, seconds)
  for (let round = 0; round < rounds; round++)
    for (const measured of sides) await oneLoad(scene, measured, between, seconds)
  return figures
}

interface Measured {
  readonly peer: Pick<Peer, 'url' | 'token' | 'pid'>
  /** Where the measurements go. */
  readonly side: PeerSide
  readonly request: PeerRequest
}

/**
 * Sends one request to each server. Throws when the 40-line server does not answer with elements, or when Chancery and
 * Directus count different totals.
 */
async function compareAnswers(sides: readonly Measured[], between: Load['between']): Promise<void> {
  const totals: number[] = []
  for (const { peer, request } of sides) {
    // Each request has a `v` of its own, because writes need it. No total depends on it.
    const answer = await ask(peer, request, { n: between[0], v: takeV() })
    if (peer.token === '' && !/^\{"result":\[?\{"__id"/.test(answer))
      throw new Error(`no elements: ${answer.slice(0, 99)}`)
    totals.push(...[totalOf(answer) ?? []].flat())
  }
  if (new Set(totals).size > 1) throw new Error(`the servers count different totals: ${totals.join(', ')}`)
}

async function oneLoad(
  { runLoad, chancery }: Scene,
  { peer, side, request }: Measured,
  between: Load['between'],
  seconds: number,
): Promise<void> {
  const cpu = () => cpuSeconds(peer.pid, chancery.bench.postmaster)
  const before = cpu()
  const { url, token } = peer
  const { perSecond, answers } = await runLoad({ ...request, url, token, between, firstV: takeV(), seconds })
  const after = cpu()
  // The generator stops without waiting for its last answers. This request is answered after them, so that they do not
  // disturb the next measurement.
  await ask(peer, request, { n: between[0], v: takeV() })
  side.perSecond.push(perSecond)
  side.cpuUs.push(perRequestUs(before, after, answers))
}

/** Returns a line with the medians of an operation. */
export function peerLine({ title, chancery, plain, directus }: PeerFigures): string {
  const rate = (name: string, { perSecond }: PeerSide): string[] =>
    perSecond.length === 0 ? [] : [`${name} ${Math.round(median(perSecond))}/s`]
  const rates = [rate('40-line server', plain), rate('Chancery', chancery), rate('Directus', directus)]
  return `${title}: ${rates.flat().join(', ')}`
}

/** Returns the heading of a run, which is above its tables, with the settings of the peers. */
export function peersHead({ options, chancery, directus }: Scene): string {
  const { rows, rounds, seconds, generator } = options
  const load = generator === 'wrk' ? 'wrk' : 'our own generator'
  const lines = [
    machineHead([`PostgreSQL ${chancery.bench.version}`]),
    `${rows} elements, ${rounds} alternating rounds of ${seconds} s; load by ${load} over 32 connections.`,
    '',
    'The ratio by CPU compares the CPU time of a request, of the server and PostgreSQL together, and depends little on what',
    'else the machine does. It counts the whole PostgreSQL server, which should do nothing else during the run.',
    '',
    '- **40-line server**: `node:http` and `pg` with named statements. It sends the statements of Chancery and does nothing',
    `  else; up to ${poolSize} connections to the same database.`,
  ]
  if (directus === undefined)
    return [...lines, '- **Directus** could not be installed or started, and was not measured.\n'].join('\n')
  const { version, nodeVersion } = directus.installed
  const search = directus.searchUsesIndex ? 'its search uses it' : 'its search does not use it'
  return [
    ...lines,
    `- **Directus** ${version} on Node ${nodeVersion}, NODE_ENV=production, an administrator's static token, history of changes`,
    '  as by default; its cache of data, rate limiters, pressure limiter and telemetry are off;',
    `  up to ${poolSize} connections to a database of its own on the same server. It has the same rows in typed columns, and the`,
    '  same indexes, which it does not make by itself: amount, quantity, due, owner, created_at, status, and a',
    `  trigram index on the title (${search}).`,
    '',
  ].join('\n')
}

function emptySide(): PeerSide {
  return { perSecond: [], cpuUs: [] }
}

function takeV(): number {
  nextV += numbersOfRound
  return nextV
}
