// Takes long, on PostgreSQL: it compares random rights with a model.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Caller } from '../../src/people/index.ts'
import { type Asking, askAs, callerFor, refused, type Tally } from '../access-model/asking.ts'
import { compareAttempt } from '../access-model/attempts.ts'
import type { Moment } from '../access-model/judge.ts'
import { makeWorld, putSettings } from '../access-model/make-world.ts'
import {
  compareFilter,
  compareReading,
  compareReports,
  compareRights,
  compareTotals,
} from '../access-model/questions.ts'
import { worlds } from '../access-model/random-world.ts'
import { told } from '../access-model/told.ts'
import { type Row, type Rules, rowsEach, userIds, type World } from '../access-model/world.ts'
import { startEmptyPlatform, type TestPlatform } from '../platform.ts'

const seed = Number(process.env.ACCESS_SEED ?? 20_260)
/** Maximum time in ms to look for a smaller world after a failing one was found. */
const shrinkMs = 20_000
const runs = Number(process.env.ACCESS_WORLDS ?? 20)

/** Outcomes that must all occur, or the random worlds do not test enough. */
const everyOutcome = [
  ...['seen', 'unseen', 'unknown', 'shown field', 'masked field', 'hidden field', 'right', 'no right'],
  ...[
    'filter',
    'refused filter',
    'reported',
    'touch: done',
    'touch: 403',
    'touch: 404',
    'restore: done',
    'restore: 404',
  ],
  ...['change: done', 'change: 400', 'change: 403', 'change: 404', 'delete: done', 'delete: 403', 'delete: 404'],
  ...['create: done', 'create: 400', 'create: 403', 'create: 404'],
  ...['return: done', 'return: 403', 'return: 404', 'guess: done', 'guess: 400', 'guess: 403', 'guess: 404'],
  ...['null for a masked value: done', 'a guess of a masked value: 403'],
]

/** Platforms whose lists read the elements, and their field tables. */
let started: TestPlatform[]
let folder: string
before(async () => {
  started = [await startEmptyPlatform(), await startEmptyPlatform({ FIELD_TABLES_FROM: '0' })]
  folder = mkdtempSync(join(tmpdir(), 'access-model-'))
})
after(async () => {
  for (const each of started) await each[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

describe(`access rules, with ACCESS_SEED=${seed}`, () => {
  it('give the same decision for every user and element as a plain evaluation of the rules', async (t) => {
    const tally: Tally = new Map()
    let untilMs = Number.POSITIVE_INFINITY
    let smallest: { error: unknown; world: World } | undefined
    const property = fc.asyncProperty(worlds, async (world) => {
      // After the time limit every world passes, which ends the search for a smaller one.
      if (performance.now() > untilMs) return
      try {
        await tryWorld(world, tally)
      } catch (error) {
        if (smallest === undefined) untilMs = performance.now() + shrinkMs
        smallest = { error, world }
        throw error
      }
    })
    await fc.check(property, { numRuns: runs, seed })
    if (smallest)
      assert.fail(`ACCESS_SEED=${seed}: ${(smallest.error as Error).message}\nin the world ${told(smallest.world)}`)
    t.diagnostic(JSON.stringify(Object.fromEntries([...tally].sort())))
    for (const what of everyOutcome) assert.ok(tally.has(what), `"${what}" was never right`)
    assert.ok(['seen', 'unseen', 'unknown'].reduce((sum, what) => sum + tally.get(what)!, 0) >= runs * 220)
  })

  it('cannot be about a field that is part of the name', async () => {
    const [world] = fc.sample(worlds, { numRuns: 1, seed })
    const rule = { fields: ['text'], to: ['everyone'], may: ['read'] } as const
    const naming = (rules: Rules): Rules => ({ ...rules, apps: { ...rules.apps, 'two.c': { fields: [rule] } } })
    const { platform } = started[0]!
    const wrong = { ...world!, definition: naming(world!.definition) }
    assert.deepEqual(await refused(makeWorld(platform, wrong, folder)), [400, 'definition.invalid'])
    await makeWorld(platform, world!, folder)
    const setting = naming(world!.rounds[0]!.setting)
    assert.deepEqual(await refused(putSettings(platform, setting)), [400, 'access.invalid'])
  })
})

async function tryWorld(world: World, tally: Tally): Promise<void> {
  // The same world always has the same platform, so that a failing world can be made smaller.
  const { platform } = started[JSON.stringify(world).length % started.length]!
  await makeWorld(platform, world, folder)
  // Both rounds use the same callers, so the platform has to update whatever it has cached for a caller.
  const callers = new Map<string, Caller>()
  for (const { id } of world.users) {
    const caller = await callerFor(platform, world, id)
    if (caller !== undefined) callers.set(id, caller)
  }
  const rows = structuredClone(world.rows) as Row[]
  for (const round of world.rounds.keys()) {
    const moment = { world, rows, round }
    const asAll = () => [...callers.values()].map((caller): Asking => askAs(platform, caller, moment, tally))
    await putSettings(platform, world.rounds[round]!.setting)
    for (const asking of asAll()) await compareAll(asking, moment)
    for (const attempt of world.rounds[round]!.attempts) {
      const caller = callers.get(attempt.user)
      if (caller === undefined) continue
      const isDone = await compareAttempt(askAs(platform, caller, moment, tally), moment, attempt)
      // A rule may depend on elements of other applications, so all totals are compared.
      if (isDone) for (const asking of asAll()) await compareTotals(asking, moment)
    }
  }
}

async function compareAll(asking: Asking, moment: Moment): Promise<void> {
  const { world, rows, round } = moment
  await compareReading(asking, moment)
  await compareReports(asking)
  await compareTotals(asking, moment)
  for (const filter of world.rounds[round]!.filters) await compareFilter(asking, moment, filter)
  // Each caller asks about different rows.
  const place = userIds.indexOf(asking.caller.userId) + round * userIds.length
  for (const row of rows.filter((_, n) => n % rowsEach === place)) await compareRights(asking, row)
}
