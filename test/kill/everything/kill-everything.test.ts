// Takes long: it kills servers under load.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testPlace } from '../../database.ts'
import { plants } from '../plants.ts'
import { type EverythingStormOptions, runEverythingStorm } from './everything-storm.ts'
import { loadNames } from './loads.ts'

const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)

async function storm(options: Omit<EverythingStormOptions, 'seed' | 'databaseUrl'>) {
  const { databaseUrl, remove } = await testPlace()
  try {
    return await runEverythingStorm({ seed, databaseUrl, paceMs: 20, ...options })
  } finally {
    await remove()
  }
}

describe('kill -9 of servers that do all kinds of work', () => {
  it('loses nothing that was acknowledged, does nothing twice, and leaves nothing behind', async () => {
    const { problems, acked } = await storm({ kills: 2 })
    assert.deepEqual(problems.slice(0, 20), [], `KILL_SEED=${seed}`)
    for (const name of loadNames) assert.ok(acked[name]! > 0, `no writes of ${name}`)
  })

  it('is detected as a failure when the history leaves statuses out', async () => {
    const plant = 'the history leaves statuses out'
    const { problems } = await storm({ kills: 1, work: ['elements'], plant, maxDrainMs: 5_000 })
    assert.match(problems.join('\n'), plants[plant]!.caughtBy)
  })
})
