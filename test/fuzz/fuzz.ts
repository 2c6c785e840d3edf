import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const help = `node test/fuzz/fuzz.ts [--minutes 5] [--runs 5000] [--seed N]

Runs the fuzzers, of requests and of answers to from-link, with one new seed after the other, as long as they find
nothing. A request that shows a mistake is kept in test/fuzz/regressions. npm test always runs the same seed, so that what it says can be had again.`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    runs: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    help: { type: 'boolean', default: false },
  },
})

const tests = ['fuzz.test.ts', 'broken-answers.test.ts'].map((name) => fileURLToPath(new URL(name, import.meta.url)))

if (values.help) console.log(help)
else process.exitCode = main(Number(values.minutes), Number(values.seed))

function main(minutes: number, firstSeed: number): number {
  if (!(minutes > 0) || !Number.isInteger(firstSeed)) throw new Error(help)
  const untilMs = Date.now() + minutes * 60_000
  for (let seed = firstSeed; Date.now() < untilMs; seed++) {
    console.log(`seed ${seed}, ${values.runs} requests`)
    const { status, stdout } = spawnSync(process.execPath, ['--test', ...tests], {
      env: { ...process.env, FUZZ_SEED: String(seed), FUZZ_RUNS: values.runs },
      encoding: 'utf8',
    })
    if (status === 0) continue
    console.error(stdout)
    return 1
  }
  return 0
}
