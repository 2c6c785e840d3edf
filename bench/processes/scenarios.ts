import type { Database } from '../../src/foundation/db/database.ts'
import { cpuSeconds } from '../cpu-time.ts'
import type { BenchDatabase } from '../postgres.ts'
import type { Subject } from '../subject.ts'
import { bareSteps, bareTasks, rateOf } from './bare.store.ts'
import { percentile, send } from './requests.ts'
import { activeInstances, addTimers, copyInstance, openTasks, removeTimers } from './rows.store.ts'
import { call, completeAll, context, diagrams, path, publish, startMany } from './server.ts'

/** The server, its database, and how much is measured. */
export interface Scene {
  readonly database: Database
  readonly bench: BenchDatabase
  readonly administrator: Subject
  /** The server with the token of a user who is not an administrator. */
  readonly user: Subject
  readonly rounds: number
  readonly callers: number
  readonly instances: number
  readonly waiting: number
}

export interface Measured {
  readonly what: string
  /** `/s` for rates, ` ms` for times. */
  readonly unit: string
  readonly ours: readonly number[]
  readonly against?: readonly number[]
  readonly target: string
  isReached(own: number, ratio: number): boolean
  /** CPU time in microseconds per counted item. */
  readonly cpu?: { readonly server: number; readonly database: number }
}

type Scenario = (scene: Scene) => Promise<readonly Measured[]>

export const scenarios: Readonly<Record<string, Scenario>> = { tasks, steps, hot, timers, due, batches, lists }
export const scenarioNames = Object.keys(scenarios)

/** Starts instances of five tasks and completes the tasks; returns instances per second. */
async function rateOfTasks({ user, database, callers, instances }: Scene): Promise<number> {
  let { ms } = await startMany(user, 'tasks', instances, callers)
  for (let step = 0; step < 5; step++) ms += (await completeAll(user, await openTasks(database, 'tasks'), callers)).ms
  return (instances * 1000) / ms
}

/**
 * Collects the statistics of the process tables, as the database does by itself within a minute. Without the
 * statistics, the database keeps the plans that it has made for empty tables.
 */
async function analyze({ bench }: Scene): Promise<void> {
  for (const table of ['instance', 'wait', 'task', 'history', 'count'])
    await bench.client.query(`vacuum (analyze) process_${table}`)
}

/** Runs `work` and returns the CPU time that it uses, in microseconds per item; `count` is the number of items. */
async function cpuOf({ administrator, bench }: Scene, count: number, work: () => Promise<void>) {
  const before = cpuSeconds(administrator.pid, bench.postmaster)
  await work()
  const after = cpuSeconds(administrator.pid, bench.postmaster)
  const used = (part: 'server' | 'database'): number => (((after[part] ?? 0) - (before[part] ?? 0)) * 1e6) / count
  return { server: used('server'), database: used('database') }
}

/** Measures `work` in rounds that alternate with its baseline, after a warm-up. */
async function alternate(rounds: number, ours: () => Promise<number>, against: () => Promise<number>) {
  const found: { ours: number[]; against: number[] } = { ours: [], against: [] }
  for (let round = 0; round < rounds; round++) {
    found.against.push(await against())
    found.ours.push(await ours())
  }
  return found
}

async function tasks(scene: Scene): Promise<readonly Measured[]> {
  const { database, rounds, callers, instances } = scene
  const bare = () => rateOf(() => bareTasks(database), instances * 2, callers)
  await rateOfTasks({ ...scene, instances: Math.ceil(instances / 2) })
  await analyze(scene)
  const found: Awaited<ReturnType<typeof alternate>> = { ours: [], against: [] }
  const cpu = { server: 0, database: 0 }
  for (let round = 0; round < rounds; round++) {
    found.against.push(await bare())
    const used = await cpuOf(scene, instances * rounds, async () => {
      found.ours.push(await rateOfTasks(scene))
    })
    cpu.server += used.server
    cpu.database += used.database
  }
  const common = { what: 'start and five completed tasks', unit: '/s' }
  return [
    { ...common, ...found, target: '≥ 0.25', isReached: (_, ratio) => ratio >= 0.25, cpu },
    { ...common, ours: found.ours, target: '≥ 250/s', isReached: (own) => own >= 250 },
  ]
}

async function steps(scene: Scene): Promise<readonly Measured[]> {
  const { database, user, rounds, callers, instances } = scene
  const ours = async (count = instances * 2) => (count * 1000) / (await startMany(user, 'steps', count, callers)).ms
  await ours(Math.ceil(instances / 2))
  await analyze(scene)
  const found = await alternate(rounds, ours, () => rateOf(() => bareSteps(database), instances * 5, callers))
  const what = 'five automatic steps in one request'
  return [{ what, unit: '/s', ...found, target: '≥ 0.25', isReached: (_, ratio) => ratio >= 0.25 }]
}

async function hot({ user, database, rounds, callers }: Scene): Promise<readonly Measured[]> {
  const ours: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await startMany(user, 'hot', 1, 1)
    const open = await openTasks(database, 'hot')
    const { ms } = await completeAll(user, open, callers)
    if (round > 0) ours.push((open.length * 1000) / ms)
  }
  const what = 'completions of 400 parallel tasks of one instance'
  return [{ what, unit: '/s', ours, target: '≥ 300/s', isReached: (own) => own >= 300 }]
}

async function timers(scene: Scene): Promise<readonly Measured[]> {
  const { bench, rounds } = scene
  await rateOfTasks(scene)
  await analyze(scene)
  const found = await alternate(
    rounds,
    async () => {
      await addTimers(bench.client, 100_000)
      try {
        return await rateOfTasks(scene)
      } finally {
        await removeTimers(bench.client)
      }
    },
    () => rateOfTasks(scene),
  )
  const what = 'start and five completed tasks beside 100,000 waiting timers, against none'
  return [{ what, unit: '/s', ...found, target: '≥ 0.95', isReached: (_, ratio) => ratio >= 0.95 }]
}

async function due({ administrator, user, database, callers }: Scene): Promise<readonly Measured[]> {
  const count = 1_000
  await publish(administrator, 'timed', diagrams.timed)
  const dueMs = Date.now() + 8_000
  const paths = Array<string>(count).fill(path.run('timed'))
  const body = JSON.stringify({ context: { ...context, at: new Date(dueMs).toISOString() } })
  await send({ ...user, connections: callers, method: 'POST', paths, body })
  const lateBy = dueMs - Date.now()
  if (lateBy < 0) throw new Error(`starting ${count} instances with a timer took too long`)
  await sleep(lateBy)
  while ((await activeInstances(database, 'timed', 1)).length > 0) await sleep(50)
  const what = 'until 1,000 timers that are due at once have fired'
  return [{ what, unit: ' ms', ours: [Date.now() - dueMs], target: '≤ 5000 ms', isReached: (own) => own <= 5000 }]
}

async function batches(scene: Scene): Promise<readonly Measured[]> {
  const { administrator, user, database, callers, bench } = scene
  const count = 10_000
  await publish(administrator, 'moved', diagrams.tasks)
  await startMany(user, 'tasks', 1, 1)
  await copyInstance(bench.client, { from: 'tasks', to: 'moved', count })
  await publish(administrator, 'moved', [...diagrams.tasks, '<documentation/>'])
  /** Starts a batch and waits for its end; returns instances per second. */
  const run = async (address: string, body: object): Promise<number> => {
    const beganMs = performance.now()
    let { batch } = await call(administrator, 'POST', address, body)
    while (batch.endedAt === null) {
      await sleep(100)
      batch = (await call(administrator, 'GET', `/api/v1/batches/${batch.id}`)).batch
    }
    return (count * 1000) / (performance.now() - beganMs)
  }
  const move = await run(`${path.process('moved')}/move-instances`, { updateAllActive: true })
  const instanceIds = await activeInstances(database, 'moved', 2)
  if (instanceIds.length !== count) throw new Error(`${instanceIds.length} instances were moved`)
  const stop = await run('/api/v1/instances/interrupt', { instanceIds })
  const left = await activeInstances(database, 'moved', 2)
  if (left.length > 0) throw new Error(`${left.length} instances were not interrupted`)
  await completeAllOpen(scene, callers)
  const common = { unit: '/s', target: '≥ 1000/s', isReached: (own: number) => own >= 1000 }
  return [
    { ...common, what: '10,000 instances moved to another version in the background', ours: [move] },
    { ...common, what: '10,000 instances interrupted in the background', ours: [stop] },
  ]
}

async function completeAllOpen({ user, database }: Scene, callers: number): Promise<void> {
  for (let step = 0; step < 5; step++) await completeAll(user, await openTasks(database, 'tasks'), callers)
}

async function lists(scene: Scene): Promise<readonly Measured[]> {
  const { administrator, user, bench, rounds, waiting } = scene
  await startMany(user, 'tasks', 1, 1)
  for (const [code, count] of [
    ['few', 1_000],
    ['million', waiting],
  ] as const) {
    await publish(administrator, code, diagrams.tasks)
    await copyInstance(bench.client, { from: 'tasks', to: code, count })
  }
  await bench.client.query('checkpoint').catch(() => {})
  const shapes: Readonly<Record<string, object>> = {
    'the newest 20': { size: 20 },
    'the newest 20 active': { active: true, size: 20 },
    'the newest 20 with a filter': { size: 20, filter: { tf: { __state: 'wait' } } },
  }
  const measured: Measured[] = []
  for (const [name, body] of Object.entries(shapes)) {
    const p99 = async (code: string): Promise<number> => {
      const paths = Array<string>(name.endsWith('filter') ? 60 : 300).fill(path.list(code))
      const answered = await send({ ...user, connections: 4, method: 'POST', paths, body: JSON.stringify(body) })
      return percentile(answered.latenciesMs, 0.99)
    }
    await p99('million')
    const found = await alternate(
      rounds,
      () => p99('million'),
      () => p99('few'),
    )
    const what = `p99 of a list by template, ${name}: ${waiting.toLocaleString('en')} waiting instances against 1,000`
    measured.push({ what, unit: ' ms', ...found, target: '≤ 10', isReached: (_, ratio) => ratio <= 10 })
  }
  return measured
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
