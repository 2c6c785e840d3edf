import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { startEmptyPlatform } from '../../../../test/platform.ts'

it('the uptime is the time that has really passed, also when the clock was moved, as the sample does', async () => {
  await using started = await startEmptyPlatform({ TEST_CLOCK: '1' })
  assertDone(await started.call('POST', '/api/v1/clock/advance', { by: 'P87D' }))
  const answer = await started.call('GET', '/api/v1/system')
  assertDone(answer)
  assert.ok(answer.body.uptimeMs < 86_400_000, `${answer.body.uptimeMs} ms`)
})
