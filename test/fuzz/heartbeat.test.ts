import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { burn, withHeartbeat } from './heartbeat.ts'

describe('the heartbeat', () => {
  it('measures a stop of the event loop, and returns the result of the work', async () => {
    const { result, stoppedMs } = await withHeartbeat(async () => {
      await wait(5)
      burn(300)
      await wait(5)
      return 'done'
    })
    assert.equal(result, 'done')
    assert.ok(stoppedMs >= 250, String(stoppedMs))
  })

  it('measures none when the same work lets other tasks run', async () => {
    const { stoppedMs } = await withHeartbeat(async () => {
      for (let step = 0; step < 30; step++) {
        burn(10)
        await wait(2)
      }
    })
    assert.ok(stoppedMs < 150, String(stoppedMs))
  })

  it('measures none when the thread waits for the machine', async () => {
    const { stoppedMs } = await withHeartbeat(async () => {
      await wait(5)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      await wait(5)
    })
    assert.ok(stoppedMs < 150, String(stoppedMs))
  })
})
