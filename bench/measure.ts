import type { Database } from '../src/foundation/db/database.ts'
import type { RunBare } from './bare.ts'
import { capture } from './capture.ts'
import { cpuSeconds, perRequestUs } from './cpu-time.ts'
import { emptySide, type Figures, type Side } from './figures.ts'
import { importGoods } from './import-file.ts'
import type { RunLoad } from './load.ts'
import type { Options } from './options.ts'
import type { BenchDatabase } from './postgres.ts'
import type { Subject } from './subject.ts'
import { elementId, fillTemplate } from './template.ts'
import type { Workload } from './workloads.ts'

/** The tools and servers of a run. */
export interface Bench {
  readonly options: Options
  readonly runLoad: RunLoad
  readonly runBare: RunBare
  /**
   * PostgreSQL, or undefined when it is not measured. `database` is the access that the rooms use for the same
   * database.
   */
  readonly postgres: { database: Database; bench: BenchDatabase; subject: Subject } | undefined
  readonly embedded: Subject | undefined
}

const importRounds = 3
/** More numbers than any round uses, so that two rounds never share a number. */
const numbersOfRound = 10_000_000
let nextV = 1_000_000_000
let turn = 0

/**
 * Measures bare SQL, PostgreSQL over HTTP and the embedded database over HTTP, in alternating rounds. A first, short
 * round of each is a warm-up and is not counted.
 */
export async function measure(bench: Bench, workload: Workload): Promise<Figures> {
  const { rounds, seconds } = bench.options
  const { name, title, target, embeddedTarget } = workload
  const figures: Figures = {
    name,
    title,
    target,
    embeddedTarget,
    bare: { perSecond: [], cpuUs: [] },
    postgres: emptySide(),
    embedded: emptySide(),
  }
  await oneRound(bench, { workload, seconds: Math.max(Math.min(1, seconds), seconds / 4) })
  for (let round = 0; round < rounds; round++) await oneRound(bench, { workload, seconds, figures })
  return figures
}

interface Round {
  readonly workload: Workload
  readonly seconds: number
  /** Where the measurements go; absent for a warm-up. */
  readonly figures?: Figures
}

async function oneRound(bench: Bench, round: Round): Promise<void> {
  const { postgres, embedded, options } = bench
  const { workload, seconds, figures } = round
  const between = workload.between(options.rows)
  if (postgres !== undefined) {
    turn++
    const statements = await capture(postgres.database, postgres.bench.client, workload, { turn, rows: options.rows })
    const cpu = () => cpuSeconds(postgres.subject.pid, postgres.bench.postmaster)
    const before = cpu()
    const rate = await bench.runBare({ url: postgres.bench.url, statements, between, firstV: takeV(), seconds })
    figures?.bare.perSecond.push(rate)
    figures?.bare.cpuUs.push(perRequestUs(before, cpu(), rate * seconds))
  }
  turn++
  if (postgres !== undefined) {
    const { subject, bench: server } = postgres
    await oneLoad(bench, round, { subject, side: figures?.postgres, postmaster: server.postmaster })
  }
  if (embedded !== undefined) await oneLoad(bench, round, { subject: embedded, side: figures?.embedded })
}

interface Loaded {
  readonly subject: Subject
  readonly side: Side | undefined
  /** The process id of the PostgreSQL server, whose CPU time counts too. */
  readonly postmaster?: number | undefined
}

async function oneLoad({ options, runLoad }: Bench, { workload, seconds }: Round, loaded: Loaded): Promise<void> {
  const { subject, side, postmaster } = loaded
  const { url, token, pid } = subject
  const { method, path } = workload
  const body = workload.body?.(turn, options.rows)
  const between = workload.between(options.rows)
  await probe(subject, workload, between[0], body)
  await subject.longestStop()
  const before = cpuSeconds(pid, postmaster)
  const perSecond = await runLoad({ url, token, method, path, body, between, firstV: takeV(), seconds })
  const after = cpuSeconds(pid, postmaster)
  // The generator stops without waiting for its last answers. The server answers the following request after all
  // requests of the generator, so that these do not disturb the next measurement.
  await probe(subject, workload, between[0], body)
  side?.perSecond.push(perSecond)
  side?.stops.push(await subject.longestStop())
  side?.cpuUs.push(perRequestUs(before, after, perSecond * seconds))
}

/** Sends one request and throws when its answer is not the expected one, because a load of refusals would look fast. */
async function probe({ url, token }: Subject, { method, path }: Workload, n: number, body?: string): Promise<void> {
  const numbers = { n, v: takeV() }
  const response = await fetch(url + fillTemplate(path, numbers), {
    method,
    headers: { authorization: `Bearer ${token}` },
    body: body === undefined ? null : fillTemplate(body, numbers),
  })
  const text = await response.text()
  const found = path.endsWith('/list')
    ? /"result":\[\{/.test(text)
    : !path.includes('@id@') || text.includes(elementId(n))
  if (response.status !== 200 || !found) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 500)}`)
}

/** Measures the rows per second of imports, in alternating rounds on both databases. */
export async function measureImport({ options, postgres, embedded }: Bench): Promise<Figures> {
  const none = { target: undefined, embeddedTarget: undefined, bare: { perSecond: [], cpuUs: [] } }
  const figures: Figures = { name: 'import', title: 'import', ...none, postgres: emptySide(), embedded: emptySide() }
  const sides = [
    [postgres?.subject, figures.postgres],
    [embedded, figures.embedded],
  ] as const
  for (let round = 0; round < Math.min(importRounds, options.rounds); round++) {
    for (const [subject, side] of sides) {
      if (subject === undefined) continue
      await subject.longestStop()
      side.perSecond.push(await importGoods(subject, options.importRows, takeV()))
      side.stops.push(await subject.longestStop())
    }
  }
  return figures
}

function takeV(): number {
  nextV += numbersOfRound
  return nextV
}
