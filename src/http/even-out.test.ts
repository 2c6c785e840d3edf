import assert from 'node:assert/strict'
import { it } from 'node:test'
import { evenOut } from './even-out.ts'

it('nothing ends before a whole step is over, be it that it took a moment or a little longer', async () => {
  const beganMs = performance.now()
  await Promise.all([evenOut(beganMs), evenOut(beganMs - 4), evenOut(beganMs - 6)])
  assert.ok(performance.now() - beganMs >= 5)
  const lateMs = performance.now()
  await evenOut(lateMs - 12)
  assert.ok(performance.now() - lateMs >= 3)
})
