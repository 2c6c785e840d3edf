// Takes long: it kills servers under load.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testPlace } from '../../database.ts'
import { runProcessStorm } from './process-storm.ts'

const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)

describe('kill -9 of servers that run processes', () => {
  it('loses no step, repeats none, and leaves nothing behind', async () => {
    const { databaseUrl, remove } = await testPlace()
    try {
      const options = { kills: 2, seed, databaseUrl, batchSize: 120, judgeEvery: 1 }
      const { problems, instances, deliveries } = await runProcessStorm(options)
      assert.deepEqual(problems.slice(0, 20), [], `KILL_SEED=${seed}`)
      assert.ok(instances > 120 && deliveries > 0, JSON.stringify({ instances, deliveries }))
    } finally {
      await remove()
    }
  })

  it('is detected as a failure when what follows from an advance is not stored with it', async () => {
    const { databaseUrl, remove } = await testPlace()
    try {
      const { problems } = await runProcessStorm({
        kills: 1,
        seed,
        databaseUrl,
        plant: 'jobs of processes are lost',
        maxDrainMs: 5_000,
      })
      assert.match(problems.join('\n'), /is stuck: exec|is stuck: wait; waits for .*(ask|tell)/)
    } finally {
      await remove()
    }
  })
})
