import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { answerTimeouts } from './answer-timeouts.ts'

it('queries that were answered are not given up, in whatever order they are answered', async () => {
  const givenUp: number[] = []
  const answered = Array.from({ length: 6 }, (_, n) => answerTimeouts.start(n === 5 ? 0 : 50, () => givenUp.push(n)))
  for (const n of [2, 0, 2, 3]) answered[n]!()
  await wait(1_000)
  assert.deepEqual(givenUp.sort(), [1, 4])
  // An answer that comes too late changes nothing for a query that waits.
  answerTimeouts.start(50, () => givenUp.push(6))
  for (const end of answered) end()
  await wait(1_000)
  assert.deepEqual(givenUp.sort(), [1, 4, 6])
})
