import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../src/foundation/db/open.ts'
import { cpuSeconds } from './cpu-time.ts'
import { fillCrowd } from './crowd.store.ts'
import { median } from './figures.ts'
import { type ListKind, listKinds } from './list-kinds.ts'
import { connections } from './load.ts'
import { readOptions } from './options.ts'
import { openBenchDatabase } from './postgres.ts'
import { prepare } from './prepare.ts'
import { records } from './record.ts'
import { headOf, keepResults } from './results.ts'
import { type Subject, startSubject } from './subject.ts'
import { fillTemplate } from './template.ts'

// Measures every kind of list: one request after the other, then 32 at a time. With `--before`, the server of another
// checkout runs in alternation: `node bench/lists.ts [--before FOLDER] [--alone] [--kinds TEXT] [flags of the bench]`.
// The other checkout fills its own database with its bench/prepare.ts, since no version starts on the database of a
// newer one. `--alone` leaves out the rounds of 32, `--kinds` measures only the lists whose title contains the text.

const words = process.argv.slice(2)
const isAlone = take('--alone', 0) !== undefined
const checkout = take('--before', 1)
const titlePart = take('--kinds', 1) ?? ''
const options = readOptions(words)
if (options === undefined) process.exit(0)
const { rounds, seconds } = options
const path = `/pub/v1/app/${records.namespace}/${records.code}/list`
const requestsAlone = 9
const names = checkout === undefined ? (['now'] as const) : (['before', 'now'] as const)
/** Access rules that let group6 see the elements with quantity 5, which are 1 % of all elements. */
const access = { elements: [{ to: ['global.group6'], may: ['view'], where: '[quantity] = 5' }] }
/** The next number for `@v@`. All numbers have ten digits, so that all request texts have the same length. */
let nextV = 1_000_000_000

interface Version {
  readonly name: 'before' | 'now'
  readonly subject: Subject
  /** The token of the user who sees 1 % of the elements. */
  readonly user: string
  /** The process id of the PostgreSQL server, whose CPU time counts too. */
  readonly postmaster: number | undefined
}

await using cleanup = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
let postgresVersion: string | undefined
const parts: string[] = []
if (options.on.postgres) parts.push(await measureOn('PostgreSQL', await postgresVersions()))
if (options.on.embedded) parts.push(await measureOn('embedded', await embeddedVersions()))
keepResults(options.resultsFile, 'lists', [headOf(options, postgresVersion, undefined), ...parts].join('\n'))

async function postgresVersions(): Promise<Version[]> {
  let server = options!.databaseUrl
  const versions: Version[] = []
  for (const name of names) {
    const bench = cleanup.use((await openBenchDatabase(server))!)
    server ??= bench.url
    postgresVersion = bench.version
    const where = { url: bench.url, dataDir: folder }
    const subject = { dataDir: join(folder, `server-${name}`), databaseUrl: bench.url }
    versions.push(await filledVersion(name, where, subject, bench.postmaster))
  }
  return versions
}

async function embeddedVersions(): Promise<Version[]> {
  const versions: Version[] = []
  for (const name of names) {
    const dataDir = join(folder, name)
    versions.push(await filledVersion(name, { dataDir }, { dataDir, databaseUrl: undefined }, undefined))
  }
  return versions
}

async function filledVersion(
  name: Version['name'],
  where: { url?: string; dataDir: string },
  subject: { dataDir: string; databaseUrl: string | undefined },
  postmaster: number | undefined,
): Promise<Version> {
  const from = name === 'before' ? checkout : undefined
  const beganMs = performance.now()
  // All functions come from one checkout, because its classes work only with each other.
  const rooms = {
    open: from === undefined ? openDatabase : (await import(join(from, 'src/foundation/db/open.ts'))).openDatabase,
    fill: from === undefined ? prepare : (await import(join(from, 'bench/prepare.ts'))).prepare,
    crowd: from === undefined ? fillCrowd : (await import(join(from, 'bench/crowd.store.ts'))).fillCrowd,
  }
  const database = await rooms.open({ ...where, log: () => {} })
  await rooms.fill(database, options!.rows)
  await rooms.crowd(database, { users: 50, groups: 50 })
  await database.close()
  console.log(`${name}: filled in ${Math.round((performance.now() - beganMs) / 1000)} s`)
  const started = cleanup.use(await startSubject({ ...subject, profileDir: undefined, checkout: from }))
  await call(started, 'PUT', `/api/v1/applications/${records.namespace}/${records.code}/access`, access)
  const answer = await call(started, 'POST', '/api/v1/tokens', { name: 'bench', login: 'user6' })
  await wait(1_000)
  return { name, subject: started, user: (answer as { token: string }).token, postmaster }
}

async function measureOn(database: string, versions: readonly Version[]): Promise<string> {
  const lines: string[] = []
  for (const kind of listKinds.filter(({ title }) => title.includes(titlePart))) {
    const figures = new Map(
      versions.map((version) => [version, { ms: [] as number[], cpuMs: [] as number[], perSecond: [] as number[] }]),
    )
    for (let round = -1; round < rounds; round++) {
      for (const [version, { ms, cpuMs, perSecond }] of figures) {
        const aloneFrom = cpuOf(version)
        const times = await oneByOne(version, kind)
        const aloneTo = cpuOf(version)
        const load = isAlone ? undefined : await together(version, kind, round < 0 ? 1 : seconds)
        const used = load ? (cpuOf(version) - aloneTo) / load.done : (aloneTo - aloneFrom) / times.length
        // The first round is a warm-up and is not counted.
        if (round < 0) continue
        ms.push(...times)
        cpuMs.push(used * 1000)
        if (load) perSecond.push(load.perSecond)
      }
    }
    const all = [...figures.values()]
    const row = (pick: (figure: (typeof all)[number]) => number[], digits: number) =>
      all.map((figure) => (pick(figure).length === 0 ? '' : median(pick(figure)).toFixed(digits)))
    const rates = all.map(({ perSecond }) => median(perSecond))
    const times = all.length === 2 && !isAlone ? `**${(rates[1]! / rates[0]!).toFixed(1)}**` : ''
    lines.push(
      `| ${[kind.title, ...row(({ ms }) => ms, 1), ...row(({ cpuMs }) => cpuMs, 1), ...row(({ perSecond }) => perSecond, 1), times].join(' | ')} |`,
    )
    console.log(lines.at(-1))
  }
  const heads = ['ms alone', 'CPU ms', '/s at 32'].flatMap((what) => versions.map(({ name }) => `${what}, ${name}`))
  return [
    `### Lists of 50 of ${options!.rows} elements, ${database}`,
    '',
    `| list | ${heads.join(' | ')} | times as many |`,
    `| ${['', ...heads, ''].map(() => '---').join(' | ')} |`,
    ...lines,
    '',
  ].join('\n')
}

function cpuOf({ subject, postmaster }: Version): number {
  const { server = 0, database = 0 } = cpuSeconds(subject.pid, postmaster)
  return server + database
}

async function oneByOne(version: Version, kind: ListKind): Promise<number[]> {
  const times: number[] = []
  for (let request = 0; request < requestsAlone; request++) {
    const beganMs = performance.now()
    await ask(version, kind)
    times.push(performance.now() - beganMs)
  }
  return times
}

async function ask(version: Version, kind: ListKind): Promise<void> {
  const { subject, user } = version
  const response = await fetch(subject.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${kind.restricted ? user : subject.token}` },
    body: fillTemplate(kind.body, { n: 1, v: nextV++ }),
  })
  const text = await response.text()
  if (response.status !== 200 || !/"total":[1-9]/.test(text)) throw new Error(`${kind.title}: ${text.slice(0, 300)}`)
}

/**
 * Keeps 32 requests for lists under way and returns lists per second. At the end, waits for the requests that are still
 * under way and counts them, too.
 */
async function together(
  version: Version,
  kind: ListKind,
  length: number,
): Promise<{ done: number; perSecond: number }> {
  const beganMs = performance.now()
  let done = 0
  const loop = async (): Promise<void> => {
    do {
      await ask(version, kind)
      done++
    } while (performance.now() - beganMs < length * 1000)
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return { done, perSecond: done / ((performance.now() - beganMs) / 1000) }
}

async function call({ url, token }: Subject, method: string, address: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(url + address, { method, headers, body: JSON.stringify(body) })
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/**
 * Removes a flag, and its value if it has one, from the words that the other options are read from. Returns the value,
 * or the flag itself when it has none; undefined when the flag is absent.
 */
function take(flag: string, values: 0 | 1): string | undefined {
  const at = words.indexOf(flag)
  return at < 0 ? undefined : words.splice(at, 1 + values).at(-1)
}
