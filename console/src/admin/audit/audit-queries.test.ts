import assert from 'node:assert/strict'
import { it } from 'node:test'
import { requestFilters } from './audit-queries.ts'

it('the last day of a period is included', () => {
  const { from, to } = requestFilters({ from: '2026-03-31', to: '2026-03-31' })
  const [begin, end] = [new Date(from!), new Date(to!)]
  assert.deepEqual([begin.getDate(), begin.getHours(), end.getDate(), end.getHours()], [31, 0, 1, 0])
})

it('other filters are sent as they are, and missing days are not sent', () => {
  assert.deepEqual(requestFilters({ object: 'user:1' }), { object: 'user:1' })
})
