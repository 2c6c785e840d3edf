import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { commands } from '../src/cli/commands.ts'
import { embeddedVersion } from '../src/foundation/db/embedded/database-folder.ts'
import { median, spread } from './figures.ts'
import { keepResults, machineHead } from './results.ts'
import { type TimedProcess, timeProcess } from './timed-process.ts'

const help = `node bench/start.ts [--rounds 5] [--results FILE]

Measures how long starts take: the server until its ready line, compared with opening and migrating only the embedded
database; "chancery --help", compared with a Node that does nothing; and --help of each command. The program is bundled, as
after "npm ci", and compiled code is cached between starts, as on every installation.`

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { rounds: text, results: text, help: { type: 'boolean' } } })
if (values.help) {
  console.log(help)
  process.exit(0)
}
const rounds = Number(values.rounds ?? 5)
const resultsFile = values.results ?? fileURLToPath(new URL('results.md', import.meta.url))
const program = fileURLToPath(new URL('../bin/chancery.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-start-'))

/** A program that only opens and migrates the embedded database of a data folder. */
const bareProgram = fileURLToPath(new URL('bare-store.ts', import.meta.url))

const bare = (name: string): Promise<TimedProcess> =>
  timeProcess({
    words: [bareProgram],
    environment: { FOLDER: join(folder, name) },
    until: /^ready$/m,
  })
const server = (name: string): Promise<TimedProcess> =>
  timeProcess({
    words: [program, 'serve', '--sample', 'office'],
    environment: { DATA_DIR: join(folder, name), PORT: '0' },
    until: /^Chancery is listening/m,
  })

interface Measured {
  readonly what: string
  readonly against: string
  readonly target: number
  readonly base: (round: number) => Promise<TimedProcess>
  readonly ours: (round: number) => Promise<TimedProcess>
}

const measures: readonly Measured[] = [
  {
    what: 'first start, sample with its data',
    against: 'creating and migrating the bare database, without an image',
    target: 2,
    base: (round) => bare(`bare-${round}`),
    ours: (round) => server(`data-${round}`),
  },
  {
    what: 'start on an existing folder',
    against: 'opening the bare database',
    target: 1.5,
    base: () => bare('bare-0'),
    ours: () => server('data-0'),
  },
  {
    what: '`chancery --help`',
    against: '`node -e 0`',
    target: 3,
    base: () => timeProcess({ words: ['-e', '0'] }),
    ours: () => timeProcess({ words: [program, '--help'] }),
  },
]

try {
  const lines: string[] = []
  for (const path of ['../bin/write-bundle.js', '../scripts/write-database-image.ts'])
    execFileSync(process.execPath, [fileURLToPath(new URL(path, import.meta.url))])
  // The first start fills the compile cache, as the first command of an installation does.
  await server('warm')
  for (const measured of measures) {
    const line = await measure(measured)
    console.log(line)
    lines.push(line)
  }
  const table = [
    '### Starts',
    '',
    'Milliseconds from starting a process until it is ready. "CPU" is the CPU time of all threads up to that moment. Where',
    'the machine has less than two free cores, compare the CPU times.',
    '',
    '| what | against | ms | against, ms | ratio | spread | target | ratio of CPU | peak memory, MB |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
    await measureHelp(),
    '',
  ].join('\n')
  const head = `${machineHead([`embedded ${embeddedVersion}`])}\n${rounds} alternating rounds.\n`
  keepResults(resultsFile, 'start', `${head}\n${table}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Measures `--help` of each command and returns a sentence about the slowest. */
async function measureHelp(): Promise<string> {
  const targetMs = 300
  const medians: { name: string; ms: number }[] = []
  for (const { name } of commands) {
    const all: number[] = []
    for (let round = 0; round < rounds; round++)
      all.push((await timeProcess({ words: [program, ...name.split(' '), '--help'] })).wallMs)
    medians.push({ name, ms: median(all) })
  }
  const { name, ms } = medians.sort((a, b) => b.ms - a.ms)[0]!
  const missed = ms > targetMs ? `: missed by ${Math.round(ms - targetMs)}` : ''
  const sentence =
    `Slowest of the ${medians.length} commands with \`--help\`: \`${name}\` with ${Math.round(ms)} ms ` +
    `(target ≤ ${targetMs} ms${missed}).`
  console.log(sentence)
  return sentence
}

async function measure({ what, against, target, base, ours }: Measured): Promise<string> {
  const [bases, own]: [TimedProcess[], TimedProcess[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    bases.push(await base(round))
    own.push(await ours(round))
  }
  const wall = [own, bases].map((all) => all.map(({ wallMs }) => wallMs)) as [number[], number[]]
  const ratio = median(wall[0]) / median(wall[1])
  const [least, greatest] = spread(...wall)
  const missed = ratio > target ? `: missed by ${(ratio - target).toFixed(2)}` : ''
  const cpu = [own, bases].map((all) => all.flatMap(({ cpuMs }) => cpuMs ?? [])) as [number[], number[]]
  const cpuRatio = cpu.some((all) => all.length === 0) ? '' : (median(cpu[0]) / median(cpu[1])).toFixed(2)
  const peaks = own.flatMap(({ peakBytes }) => peakBytes ?? [])
  const peakMb = peaks.length === 0 ? '' : String(Math.round(Math.max(...peaks) / 1024 ** 2))
  const cells = [
    ...[what, against, ...wall.map((all) => String(Math.round(median(all)))), `**${ratio.toFixed(2)}**`],
    ...[`${least.toFixed(2)}–${greatest.toFixed(2)}`, `≤ ${target}${missed}`, cpuRatio, peakMb],
  ]
  return `| ${cells.join(' | ')} |`
}
