import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../test/everything.ts'
import { startEmptyPlatform } from '../../../test/platform.ts'

it('the time of the server is the one that the clock was advanced to', async () => {
  await using started = await startEmptyPlatform({ TEST_CLOCK: '1' })
  const now = async (): Promise<number> => {
    const answer = await started.call('GET', '/api/v1/clock')
    assertDone(answer)
    return Date.parse(answer.body.now)
  }
  const before = await now()
  assertDone(await started.call('POST', '/api/v1/clock/advance', { by: 'P1D' }))
  assert.ok((await now()) - before >= 86_400_000)
})

it('without a test clock there is nothing to read', async () => {
  await using started = await startEmptyPlatform()
  assertRefused(await started.call('GET', '/api/v1/clock'), 403, 'clock.fixed', /TEST_CLOCK/)
})
