import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { compareAttempt } from '../access-model/attempts.ts'
import type { Moment } from '../access-model/judge.ts'
import { makeWorld, putSettings } from '../access-model/make-world.ts'
import { askAs, compareFilter, compareReading, compareRights, type Tally } from '../access-model/questions.ts'
import { worlds } from '../access-model/random-world.ts'
import { told } from '../access-model/told.ts'
import { type Row, rowsEach, userIds, type World } from '../access-model/world.ts'
import { startEmptyPlatform, type TestPlatform } from '../platform.ts'

const seed = Number(process.env.ACCESS_SEED ?? 20_260)
/** How long to look for a smaller world, once one is found. */
const shrinkMs = 20_000
const runs = Number(process.env.ACCESS_WORLDS ?? 40)

let started: TestPlatform
let folder: string
before(async () => {
  started = await startEmptyPlatform()
  folder = mkdtempSync(join(tmpdir(), 'access-model-'))
})
after(async () => {
  await started[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

describe(`access rules, with ACCESS_SEED=${seed}`, () => {
  it('decide of every user and element as a plain reading of them does', async () => {
    const tally: Tally = new Map()
    let untilMs = Number.POSITIVE_INFINITY
    let smallest: { error: unknown; world: World } | undefined
    const property = fc.asyncProperty(worlds, async (world) => {
      // What passes ends the shrinking.
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
    console.log(Object.fromEntries([...tally].sort()))
  })
})

async function tryWorld(world: World, tally: Tally): Promise<void> {
  const { platform } = started
  await makeWorld(platform, world, folder)
  const rows: Row[] = structuredClone(world.rows) as Row[]
  for (const [round, { setting, filters, attempts }] of world.rounds.entries()) {
    await putSettings(platform, setting)
    const moment: Moment & { rows: Row[] } = { world, rows, round }
    for (const { id } of world.users) {
      const asking = await askAs(platform, moment, id, tally)
      if (asking === undefined) continue
      await compareReading(asking, moment)
      // Each asks about other rows.
      const [place] = [userIds.indexOf(id) + round * userIds.length]
      for (const row of rows.filter((_, n) => n % rowsEach === place)) await compareRights(asking, row)
      for (const filter of filters) await compareFilter(asking, moment, filter)
    }
    for (const attempt of attempts) {
      const asking = await askAs(platform, moment, attempt.user, tally)
      if (asking !== undefined) await compareAttempt(asking, moment, attempt)
    }
  }
}
