// Takes long: it sends thousands of requests.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type fc from 'fast-check'
import { draftsOf, written } from './drafts.ts'
import type { Endpoint } from './endpoints.ts'
import { assertGoodReader, createExamine, type Examine } from './examine.ts'
import { examples } from './examples.ts'
import { type Fuzzed, startFuzzed } from './fuzzed.ts'
import { mutations } from './mutations.ts'
import { type MakeRequest, requestsOf, requestsOfDocument } from './plans.ts'
import { keepRegression, readRegressions } from './regressions.ts'
import { shown } from './request.ts'
import { type SearchOptions, search } from './search.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 600)
// The same seed in every run, so that a failure is due to the change at hand; `npm run fuzz` uses new seeds.
const seed = Number(process.env.FUZZ_SEED ?? 20_260)
/** Endpoints that never succeed in the fuzzer. */
const neverDone = [
  // No application has pages yet.
  'GET /pub/v1/scheme/pages/{id}',
  // Only works before the administrator's first password; its own tests start a server without one.
  'POST /api/v1/set-up',
]
/** Endpoints that never refuse a request. */
const refusesNothing = ['GET /health/live', 'GET /health/ready', 'GET /openapi.json']
/**
 * Minimum number of runs after which every operation must also have refused a request; fewer runs do not reach all
 * operations.
 */
const manyRuns = 5_000
/**
 * Number of further requests to each operation that has not refused any request yet. An operation without parameters
 * refuses only the few of them that have a mutated token.
 */
const runsOfRest = 500

/** One example of each operation with each of its methods. */
const firstOfEach = [...Map.groupBy(examples, ({ operation, method }) => `${operation.name} ${method}`).values()].map(
  (alike) => alike[0]!,
)

let fuzzed: Fuzzed
let examine: Examine
before(async () => {
  fuzzed = await startFuzzed()
  examine = createExamine(fuzzed)
})
after(() => fuzzed[Symbol.asyncDispose]())

describe(`the fuzzer, with FUZZ_SEED=${seed}`, () => {
  it('finds that valid requests succeed', async () => {
    const right = draftsOf(fuzzed.endpoints).filter((draft) => draft.right)
    const requests = right.map(
      (draft): MakeRequest =>
        async () =>
          written(draft),
    )
    await findsNothing(requests, { runs: Math.ceil(runs / 10), seed, mustBeDone: true })
  })

  it('succeeds with a request for every operation', async () => {
    for (const example of runs < manyRuns ? firstOfEach : examples) {
      const request = written(await fuzzed.drafts.draftOf(example))
      const { status, problems } = await examine(request)
      assert.deepEqual([status, problems], [200, []], `${example.name}\n${shown(request)}`)
    }
    assert.deepEqual(fuzzed.coverage.neverDone(), neverDone)
  })

  it('finds no answer that breaks a promise when one part of a valid request is mutated', async () => {
    await findsNothing(requestsOf(fuzzed.endpoints, fuzzed.drafts, mutations), { runs, seed })
  })

  if (runs >= manyRuns) {
    it('has refused a request for every operation', async () => {
      const left = (): Endpoint[] => {
        const names = fuzzed.coverage.neverRefused().filter((name) => !refusesNothing.includes(name))
        return fuzzed.endpoints.filter(({ method, path, lasts }) => !lasts && names.includes(`${method} ${path}`))
      }
      for (const endpoint of left())
        await findsNothing(requestsOfDocument([endpoint], mutations), { runs: runsOfRest, seed })
      assert.deepEqual(
        left().map(({ method, path }) => `${method} ${path}`),
        [],
      )
    })
  }

  after(() => {
    if (process.env.FUZZ_TABLE !== undefined) console.log(fuzzed.coverage.table())
  })
})

describe('a request that once revealed a bug', () => {
  for (const regression of readRegressions()) {
    it(`reveals it no more: ${regression.name}, ${regression.problems.join('; ').slice(0, 100)}`, async () => {
      const request = await fuzzed.drafts.renewed(regression.request)
      const { problems } = await examine(request)
      assert.deepEqual(problems, [], shown(request))
      await assertGoodReader(fuzzed)
    })
  }
})

/** Fails when a request has problems, and writes the request to a regression file, which is committed with the fix. */
async function findsNothing(requests: fc.Arbitrary<MakeRequest>, options: SearchOptions): Promise<void> {
  const found = await search(fuzzed, examine, requests, options)
  if (found === undefined) return
  const name = keepRegression(found)
  assert.fail(`FUZZ_SEED=${seed}: ${found.problems.join('; ')}\nkept as regressions/${name}\n${shown(found.request)}`)
}
