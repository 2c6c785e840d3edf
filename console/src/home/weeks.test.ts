import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withAllWeeks } from './weeks.ts'

it('weeks without registrations are added between those that have some', () => {
  const row = (week: string, registered: number) => ({ week, registered, annulled: 0 })
  const [first, last] = [row('2026-03-23T00:00:00Z', 4), row('2026-04-06T00:00:00Z', 2)]
  assert.deepEqual(withAllWeeks([first, last]), [first, row('2026-03-30', 0), last])
  assert.deepEqual(withAllWeeks([first]), [first])
})
