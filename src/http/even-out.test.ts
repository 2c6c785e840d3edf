import assert from 'node:assert/strict'
import { it } from 'node:test'
import { evenOut } from './even-out.ts'

it('what took a moment and what took a little longer end with the same step, not before it', async () => {
  const beganMs = performance.now()
  await Promise.all([evenOut(beganMs), evenOut(beganMs - 4), evenOut(beganMs - 6)])
  assert.ok(performance.now() - beganMs >= 5)
  const lateMs = performance.now()
  await evenOut(lateMs - 12)
  assert.ok(performance.now() - lateMs >= 3)
})
