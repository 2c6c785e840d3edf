import assert from 'node:assert/strict'
import { it } from 'node:test'
import { requestFilters } from './audit-queries.ts'

it('the last day of a period is included', () => {
  const { from, to } = requestFilters({ from: '2026-03-31', to: '2026-03-31' })
  const [begin, end] = [new Date(from!), new Date(to!)]
  assert.deepEqual([begin.getDate(), begin.getHours(), end.getDate(), end.getHours()], [31, 0, 1, 0])
})

it('a period begins and ends within the years that the server takes', () => {
  const { from, to } = requestFilters({ from: '0001-01-01', to: '9999-12-31' })
  assert.match(from!, /^0001-01-01T/)
  assert.match(to!, /^9999-12-31T/)
})

it('other filters are sent as they are, and missing days are not sent', () => {
  assert.deepEqual(requestFilters({ object: 'user:1' }), { object: 'user:1' })
})
