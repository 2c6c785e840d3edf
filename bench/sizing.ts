// Measures what an operator needs for sizing: memory, disk and CPU per request. `npm run sizing -- --help`.
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { letterbox } from '../src/api/management/registrations/letters.fixture.ts'
import { cpuSeconds } from './cpu-time.ts'
import { importGoods } from './import-file.ts'
import { send } from './processes/requests.ts'
import { openTasks } from './processes/rows.store.ts'
import { call, completeAll, diagrams, publish, startMany } from './processes/server.ts'
import { recordTemplate } from './record.ts'
import { setUp } from './setup.ts'
import { fillTemplate } from './template.ts'

const help = `npm run sizing [-- --elements 20000] [--others 2000]

Starts a server and PostgreSQL and measures the memory of the server, the bytes on disk of elements, instances of processes
and registrations, and the CPU time of requests. Imports --elements elements; creates and reads --others elements one by
one, starts --others instances, completes their five tasks, and registers --others letters. CPU time hardly depends
on what else the machine does. PostgreSQL is taken from BENCH_DATABASE_URL; without it, a server is started for the run.`

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { elements: text, others: text, help: { type: 'boolean' } } })
if (values.help) {
  console.log(help)
  process.exit(0)
}
const [elements, others] = [Number(values.elements ?? 20_000), Number(values.others ?? 2_000)]
/** Number of concurrent requests; low, so that no request is refused on a busy machine. */
const connections = 8

await using setup = await setUp({
  rows: 10,
  on: { postgres: true, embedded: false },
  databaseUrl: process.env.BENCH_DATABASE_URL || undefined,
  profileDir: undefined,
})
if (setup.postgres === undefined) throw new Error('sizes are measured on PostgreSQL')
const { database, bench, subject } = setup.postgres
const lines: string[] = []
const note = (what: string, measured: string): void => {
  lines.push(`| ${what} | ${measured} |`)
  console.log(lines.at(-1))
}

function memoryMb(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${subject.pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1000)
}

async function diskBytes(): Promise<number> {
  // Without a vacuum, the size would depend on the time of the last autovacuum.
  await bench.client.query('vacuum (analyze)')
  const { rows } = await bench.client.query('select pg_database_size(current_database())::text as bytes')
  return Number(rows[0].bytes)
}

/** Runs `work` and notes the bytes on disk and the CPU time that each of `count` items took. */
async function measure(what: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const [bytes, cpu] = [await diskBytes(), cpuSeconds(subject.pid, bench.postmaster)]
  await work()
  const after = cpuSeconds(subject.pid, bench.postmaster)
  const us = (part: 'server' | 'database'): string =>
    `${Math.round((((after[part] ?? 0) - (cpu[part] ?? 0)) * 1e6) / count)} µs`
  const grown = (await diskBytes()) - bytes
  const disk = grown > 0 ? `; ${((grown / count) * 0.1).toFixed(0)} MB on disk for 100,000` : ''
  note(what, `CPU of the server ${us('server')}, of PostgreSQL ${us('database')}${disk}`)
}

const post = (paths: readonly string[], body: object) =>
  send({ ...subject, connections, method: 'POST', paths, body: JSON.stringify(body) })
/** Runs `work` `count` times, several at once. */
async function each(count: number, work: (no: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const one = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: connections }, one))
}
const ofRecords = '/pub/v1/app/bench/records'

console.log(`${cpus().length} cores, Node ${process.version}, PostgreSQL ${bench.version}`)
await wait(10_000)
note('Memory of a server without requests', `${memoryMb('VmRSS')} MB`)
const empty = await diskBytes()
note('Database of an empty installation', `${Math.round(empty / 1e6)} MB`)
await measure('An imported element', elements, () => importGoods(subject, elements, 1_000_000))
await measure('An element created, with 25 fields', others, () =>
  each(others, (no) => {
    const context = JSON.parse(fillTemplate(recordTemplate, { n: no, v: 1_000_000 + no }))
    return call(subject, 'POST', `${ofRecords}/create`, { context })
  }),
)
const { result } = await call(subject, 'POST', `${ofRecords}/list`, { size: 100 })
const ids = result.result.map(({ __id }: { __id: string }) => __id)
const reads = Array.from({ length: others }, (_, at) => `${ofRecords}/${ids[at % ids.length]}/get`)
await measure('An element read', others, () => post(reads, {}))
await measure('A page of 20 elements', others, () => post(Array(others).fill(`${ofRecords}/list`), { size: 20 }))
await publish(subject, 'tasks', diagrams.tasks)
await measure('An instance with five tasks, from the start to the end', others, async () => {
  await startMany(subject, 'tasks', others, connections)
  for (let step = 0; step < 5; step++) await completeAll(subject, await openTasks(database, 'tasks'), connections)
})
await call(subject, 'POST', '/api/v1/solutions/apply', await letterbox())
const office = await call(subject, 'POST', '/pub/v1/nomenclature/directory', { name: 'Sizing', type: 'place' })
const numbered = { name: 'Sizing', docflow: 'input', directoryId: office.item.id }
const { item } = await call(subject, 'POST', '/pub/v1/nomenclature', numbered)
await measure('A letter, created and registered', others, () =>
  each(others, async () => {
    const path = '/pub/v1/app/letterbox/plain/create'
    const { __id: id } = (await call(subject, 'POST', path, { context: { subject: 'Letter' } })).item
    const letter = { namespace: 'letterbox', code: 'plain', id, caseId: item.id }
    return call(subject, 'POST', '/api/v1/registrations', letter)
  }),
)
note('Memory of the server after this, and the most that it had', `${memoryMb('VmRSS')} MB, ${memoryMb('VmHWM')} MB`)
