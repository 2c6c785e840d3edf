import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { burn, withHeartbeat } from './heartbeat.ts'

describe('the heartbeat', () => {
  it('sees a stop of the event loop, and gives what the work gives', async () => {
    const { result, stoppedMs } = await withHeartbeat(async () => {
      await wait(5)
      burn(300)
      await wait(5)
      return 'done'
    })
    assert.equal(result, 'done')
    assert.ok(stoppedMs >= 250, String(stoppedMs))
  })

  it('sees none where the same work lets others have their turn', async () => {
    const { stoppedMs } = await withHeartbeat(async () => {
      for (let step = 0; step < 30; step++) {
        burn(10)
        await wait(2)
      }
    })
    assert.ok(stoppedMs < 150, String(stoppedMs))
  })

  it('sees none where the thread waits for the machine', async () => {
    const { stoppedMs } = await withHeartbeat(async () => {
      await wait(5)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      await wait(5)
    })
    assert.ok(stoppedMs < 150, String(stoppedMs))
  })
})
