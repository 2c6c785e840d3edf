// Measures processes over HTTP, compared with the bare statements of their design: `node bench/processes.ts --help`.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fillCrowd } from './crowd.store.ts'
import { median, spread } from './figures.ts'
import { prepareBare } from './processes/bare.store.ts'
import { type Measured, type Scene, scenarioNames, scenarios } from './processes/scenarios.ts'
import { call, diagrams, publish } from './processes/server.ts'
import { keepResults, machineHead } from './results.ts'
import { setUp } from './setup.ts'

const help = `node bench/processes.ts [flags]

  --only A,B       some of ${scenarioNames.join(', ')}
  --rounds N       number of alternating rounds [3]
  --callers N      callers of the server and of the bare statements [64]
  --instances N    instances in each round [1500]
  --waiting N      waiting instances in the scenario "lists" [1000000]
  --results FILE   file for the table [bench/results.md]
  --profile DIR    folder for a CPU profile of the server

PostgreSQL is taken from BENCH_DATABASE_URL or DATABASE_URL. Without these settings, a server is started for the run.`

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    ...{ only: text, rounds: text, callers: text, instances: text, waiting: text, results: text, profile: text },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const only = values.only?.split(',') ?? scenarioNames
const unknown = only.find((name) => !scenarioNames.includes(name))
if (unknown !== undefined) {
  console.error(`bench: --only is "${unknown}"; it must be ${scenarioNames.join(', ')}`)
  process.exit(1)
}

await using setup = await setUp({
  rows: 10,
  on: { postgres: true, embedded: false },
  databaseUrl: process.env.BENCH_DATABASE_URL || process.env.DATABASE_URL || undefined,
  profileDir: values.profile,
  async prepare(database) {
    await fillCrowd(database, { users: 100, groups: 100 })
    await prepareBare(database)
  },
})
const { postgres } = setup
if (postgres === undefined) throw new Error('processes are measured on PostgreSQL')
const { subject: administrator } = postgres
for (const [code, elements] of Object.entries(diagrams)) await publish(administrator, code, elements)
const { token } = await call(administrator, 'POST', '/api/v1/tokens', { name: 'bench', login: 'user6' })
const scene: Scene = {
  ...postgres,
  administrator,
  user: { ...administrator, token },
  rounds: Number(values.rounds ?? 3),
  callers: Number(values.callers ?? 64),
  instances: Number(values.instances ?? 1_500),
  waiting: Number(values.waiting ?? 1_000_000),
}
const lines: string[] = []
const failures: string[] = []
for (const name of only) {
  try {
    for (const measured of await scenarios[name]!(scene)) {
      lines.push(lineOf(measured))
      console.log(lines.at(-1))
    }
  } catch (error) {
    // The measurements made so far are kept.
    failures.push(`**${name} failed**: ${error instanceof Error ? error.message : error}\n`)
    console.error(failures.at(-1))
    process.exitCode = 1
  }
}
const table = [
  '### Processes',
  '',
  `${scene.callers} callers over HTTP with a user's token, against ${scene.callers} callers of the bare statements.`,
  'CPU is in microseconds for one of what is counted: of the server, and of PostgreSQL.',
  '',
  '| what | measured | against | ratio | spread | target | CPU: server, PostgreSQL |',
  '| --- | --- | --- | --- | --- | --- | --- |',
  ...lines,
  '',
  ...failures,
].join('\n')
console.log(`\n${table}`)
const file = values.results ?? fileURLToPath(new URL('results.md', import.meta.url))
const head = `${machineHead([`PostgreSQL ${postgres.bench.version}`])}\n${scene.rounds} alternating rounds.\n`
keepResults(file, 'processes', `${head}\n${table}`)

function lineOf({ what, unit, ours, against, target, isReached, cpu }: Measured): string {
  const show = (numbers: readonly number[]): string => {
    const value = median(numbers)
    return `${value < 100 ? value.toFixed(1) : Math.round(value)}${unit}`
  }
  const own = median(ours)
  const base = against === undefined ? undefined : median(against)
  const [least, greatest] = against === undefined ? [] : spread(ours, against)
  const isDone = isReached(own, base === undefined ? Number.NaN : own / base)
  const cells = [
    what,
    show(ours),
    against === undefined ? '' : show(against),
    base === undefined ? '' : `**${(own / base).toFixed(2)}**`,
    least === undefined ? '' : `${least.toFixed(2)}–${greatest!.toFixed(2)}`,
    `${target}${isDone ? '' : ': missed'}`,
    cpu === undefined ? '' : `${Math.round(cpu.server)}, ${Math.round(cpu.database)}`,
  ]
  return `| ${cells.join(' | ')} |`
}
