import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../test/everything.ts'
import { startEmptyPlatform } from '../../../test/platform.ts'

it('the clock stays within the years that have four digits, whatever it is told', async () => {
  await using started = await startEmptyPlatform({ TEST_CLOCK: '1' })
  const advance = (by: string) => started.call('POST', '/api/v1/clock/advance', { by })
  for (const by of ['P99999999999999999999W', 'P400000W', `PT${'9'.repeat(40)}H`])
    assertRefused(await advance(by), 400, 'input.wrong', /year 9000/)
  assert.match((await advance('P300000W')).body.now, /^7\d\d\d-/)
  assertDone(await started.call('POST', '/api/v1/users', { login: 'later' }))
})
