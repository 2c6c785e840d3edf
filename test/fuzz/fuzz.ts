import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const help = `node test/fuzz/fuzz.ts [--minutes 5] [--runs 5000] [--seed N]

Runs the fuzzer of requests and the fuzzer of answers to from-link with new seeds until one of them finds a bug or the
time is over. A request that reveals a bug is written to test/fuzz/regressions. npm test always uses the same seed, so
that its result can be reproduced.`

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
