// Measures the execution of processes, compared with the bare statements on which the execution is built: starts with
// five tasks, starts with five automatic steps, and one instance with 400 tasks. `node bench/executions.ts [callers]
// [seconds]`; the database is that of TEST_DATABASE_URL, else an embedded one. Only the ratios are meaningful.
import type { Database } from '../src/foundation/db/database.ts'
import { Script, sql } from '../src/foundation/db/sql.ts'
import { newId } from '../src/foundation/kit/ids.ts'
import { end, flows, start, user as userTask } from '../src/process/engine/process.fixture.ts'
import { caller, openTrial, type Trial, user } from '../src/process/execution/execution.fixture.ts'
import type { StartRequest } from '../src/process/execution/index.ts'

const callers = Number(process.argv[2] ?? 64)
const seconds = Number(process.argv[3] ?? 4)
const steps = ['a', 'b', 'c', 'd', 'x']
const line = `s > ${steps.join(' > ')} > e`

/** Runs `work` with `callers` concurrent callers for some seconds; returns the number of runs per second. */
async function rate(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1000
  let count = 0
  const one = async (): Promise<void> => {
    while (performance.now() < until) {
      await work()
      count++
    }
  }
  await Promise.all(Array.from({ length: callers }, one))
  return (count * 1000) / (performance.now() - began)
}

async function prepareBare(database: Database): Promise<void> {
  await database.single.rows(
    new Script(`create table if not exists bare_instance (id uuid primary key, rev bigint not null, state jsonb,
        vars jsonb, updated timestamptz) with (fillfactor = 70);
      create table if not exists bare_wait (inst uuid, tok uuid, element text, primary key (inst, tok));
      create table if not exists bare_history (inst uuid, rev bigint, events jsonb, primary key (inst, rev))`),
  )
}

const events = JSON.stringify([{ type: 'completed', element: 'a' }])

/**
 * Runs a start and five completions as the bare statements of the design: one insert, then one compare-and-set each.
 */
async function bareTasks(database: Database): Promise<void> {
  const id = newId()
  let token = newId()
  const state = JSON.stringify({ tokens: [[0, 1]] })
  await database.single.rows(sql`
    with u as (insert into bare_instance values (${id}, 1, ${state}::jsonb, '{}', now()) returning id),
      w as (insert into bare_wait select u.id, ${token}, 'a' from u),
      h as (insert into bare_history select u.id, 1, ${events}::jsonb from u)
    select count(*) from u`)
  for (let rev = 1; rev <= 5; rev++) {
    const next = newId()
    await database.single.rows(sql`
      with u as (update bare_instance set rev = rev + 1, state = ${state}::jsonb, vars = '{}', updated = now()
          where id = ${id} and rev = ${rev} returning id),
        d as (delete from bare_wait using u where inst = u.id and tok = ${token}),
        w as (insert into bare_wait select u.id, ${next}, 'a' from u where ${rev < 5}::boolean),
        h as (insert into bare_history select u.id, ${rev + 1}, ${events}::jsonb from u)
      select count(*) from u`)
    token = next
  }
}

async function bareSteps(database: Database): Promise<void> {
  await database.single.rows(sql`
    with u as (insert into bare_instance values (${newId()}, 1, null, '{}', now()) returning id),
      h as (insert into bare_history select u.id, 1, ${events}::jsonb from u)
    select count(*) from u`)
}

async function complete(trial: Trial, instance: string, wait: string): Promise<void> {
  const { outcome } = await trial.execution.deliver({ instance, stimulus: { type: 'complete', wait }, caller })
  if (outcome !== 'advanced') throw new Error(outcome)
}

/** Starts instances and completes their tasks, step by step; the ids of the tasks are read between the steps. */
async function rateOfTasks({ database, execution }: Trial, request: StartRequest): Promise<number> {
  const count = callers * 25
  let ms = 0
  const each = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
    const began = performance.now()
    const next = items.values()
    const one = async (): Promise<void> => {
      for (const item of next) await work(item)
    }
    await Promise.all(Array.from({ length: callers }, one))
    ms += performance.now() - began
  }
  const ids: string[] = []
  await each(Array(count).fill(0), async () => ids.push((await execution.start(caller, request)).instance))
  for (let step = 0; step < 5; step++) {
    const waits = await database.reader.rows<{ instance: string; id: string }>(
      sql`select instance::text, id::text from process_wait where instance = any(${ids}::uuid[])`,
    )
    await each(waits, async ({ instance, id }) => {
      const stimulus = { type: 'complete' as const, wait: id }
      const { outcome, state } = await execution.deliver({ instance, stimulus, caller })
      if (outcome !== 'advanced' || state !== (step === 4 ? 'done' : 'wait')) throw new Error(outcome)
    })
  }
  return (count * 1000) / ms
}

async function measure(trial: Trial): Promise<void> {
  const { database, execution } = trial
  await prepareBare(database)
  const tasks = await trial.publish('tasks', [start(), ...steps.map((id) => userTask(id)), end(), flows(line)])
  const automatic = await trial.publish('steps', [
    start(),
    ...steps.map((id) => `<task id="${id}"/>`),
    end(),
    flows(line),
  ])
  const hot = await trial.publish('hot', [
    start(),
    userTask(
      't',
      '<multiInstanceLoopCharacteristics><loopCardinality>400</loopCardinality></multiInstanceLoopCharacteristics>',
    ),
    end(),
    flows('s > t > e'),
  ])
  const request = (version: typeof tasks) => ({ version, context: { amount: 5, name: 'Contract' }, initiator: user })
  const openWaits = (id: string): Promise<readonly { id: string }[]> => trial.waits(id)
  const results: Record<string, number> = {}
  for (const [name, work] of Object.entries({
    'bare start + 5 completions': () => bareTasks(database),
    'bare single insert': () => bareSteps(database),
    'five automatic steps': () => execution.start(caller, request(automatic)),
  })) {
    results[name] = await rate(work)
    process.stdout.write(`${name}: ${Math.round(results[name])}/s\n`)
  }
  results['start + 5 completions'] = await rateOfTasks(trial, request(tasks))
  process.stdout.write(`start + 5 completions: ${Math.round(results['start + 5 completions'])}/s\n`)
  const began = performance.now()
  const { instance } = await execution.start(caller, request(hot))
  await execution.settle()
  process.stdout.write(`start of 400 parallel tasks: ${Math.round(performance.now() - began)} ms\n`)
  const waiting = (await openWaits(instance)).map(({ id }) => id)
  const from = performance.now()
  const next = waiting.values()
  const one = async (): Promise<void> => {
    for (const wait of next) await complete(trial, instance, wait)
  }
  await Promise.all(Array.from({ length: 16 }, one))
  process.stdout.write(`hot instance: ${Math.round((400 * 1000) / (performance.now() - from))} completions/s\n`)
  const ratio = (a: string, b: string): string => (results[a]! / results[b]!).toFixed(2)
  process.stdout.write(
    `ratios: tasks ${ratio('start + 5 completions', 'bare start + 5 completions')}, ` +
      `steps ${ratio('five automatic steps', 'bare single insert')}\n`,
  )
}

await using trial = await openTrial()
await measure(trial)
