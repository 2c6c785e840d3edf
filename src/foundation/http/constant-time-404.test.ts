import assert from 'node:assert/strict'
import { it } from 'node:test'
import { delayToNextStep } from './constant-time-404.ts'

it('the answer is delayed to a whole number of steps, for a short and for a longer lookup', async () => {
  const beganMs = performance.now()
  await Promise.all([delayToNextStep(beganMs), delayToNextStep(beganMs - 4), delayToNextStep(beganMs - 6)])
  assert.ok(performance.now() - beganMs >= 5)
  const lateMs = performance.now()
  await delayToNextStep(lateMs - 12)
  assert.ok(performance.now() - lateMs >= 3)
})
