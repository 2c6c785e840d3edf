import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createDueTimes } from './due-times.ts'

it('a reminder before a due date counts back in a calendar, whatever the sign of the duration', () => {
  const asked: string[] = []
  const times = createDueTimes((from, duration) => {
    asked.push(duration)
    return from
  }, 'UTC')
  for (const duration of ['P1D', '+P1D', '-P1D']) times.before(new Date(0), duration, 'default')
  assert.deepEqual(asked, ['-P1D', '-P1D', 'P1D'])
})
