import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { type Everything, startEverything } from '../everything.ts'
import { written } from './drafts.ts'
import { assertGoodReader, createExamine, type Examine } from './examine.ts'
import { makeKnown } from './known.ts'
import { mutations } from './mutations.ts'
import { keepRegression, readRegressions } from './regressions.ts'
import { type Request, shown } from './request.ts'
import { documentedDrafts, type SearchOptions, search } from './search.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 600)
// The same seed in every run, so that a failure is due to the change at hand; `npm run fuzz` uses new seeds.
const seed = Number(process.env.FUZZ_SEED ?? 20_260)

let started: Everything
let examine: Examine
before(async () => {
  started = await startEverything({ LOG_LEVEL: 'silent' })
  examine = createExamine(started, await makeKnown(started.call, started.userId))
})
after(() => started[Symbol.asyncDispose]())

describe(`the fuzzer, with FUZZ_SEED=${seed}`, () => {
  it('finds that valid requests succeed', async () => {
    const right = (await documentedDrafts(started)).filter((draft) => draft.right)
    await findsNothing(right.map(written), { runs: Math.ceil(runs / 10), seed, mustBeDone: true })
  })

  it('finds no answer that breaks a promise when one part of a valid request is mutated', async () => {
    const pairs = fc.tuple(await documentedDrafts(started), mutations)
    await findsNothing(
      pairs.map(([draft, mutation]) => written(mutation(draft))),
      { runs, seed },
    )
  })
})

describe('a request that once revealed a bug', () => {
  for (const { name, request, problems: once } of readRegressions()) {
    it(`reveals it no more: ${name}, ${once.join('; ').slice(0, 100)}`, async () => {
      const { problems } = await examine(request)
      assert.deepEqual(problems, [], shown(request))
      await assertGoodReader(started)
    })
  }
})

/** Fails when a request has problems, and writes the request to a regression file, which is committed with the fix. */
async function findsNothing(requests: fc.Arbitrary<Request>, options: SearchOptions): Promise<void> {
  const found = await search(started, examine, requests, options)
  if (found === undefined) return
  const name = keepRegression(found)
  assert.fail(`FUZZ_SEED=${seed}: ${found.problems.join('; ')}\nkept as regressions/${name}\n${shown(found.request)}`)
}
