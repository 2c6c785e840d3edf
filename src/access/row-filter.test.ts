import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, toStatement } from '../foundation/db/sql.ts'
import type { Person } from '../people/index.ts'
import { parseEql } from '../query/index.ts'
import { deals, find } from '../query/source.fixture.ts'
import { anyFilter, conditionFilter, type RowFilter, rowFilterSql } from './row-filter.ts'

const person: Person = { userId: 'u', groups: new Set(), ids: ['u'], spaces: new Set() }

/** Compiles a condition at a clock that advances by a day with every statement. */
function filterOf(eql: string): RowFilter {
  let nowMs = 0
  const setting = () => {
    nowMs += 86_400_000
    return { find, nowMs }
  }
  return conditionFilter({ source: deals, setting }, [person], () => parseEql(eql)!)
}

const valuesOf = (filter: RowFilter): unknown[] => toStatement(rowFilterSql(filter, sql`e`)).values

test('a condition about the time is compiled with the time of each statement', () => {
  const filter = filterOf("[__createdAt] < Datetime('now')")
  assert.notDeepEqual(valuesOf(filter), valuesOf(filter))
})

test('a condition without the time is compiled once for each alias', () => {
  const filter = filterOf("[title] = 'x'")
  assert.ok(typeof filter === 'function')
  assert.equal(filter(sql`e`), filter(sql`e`))
  assert.notEqual(filter(sql`e`), filter(sql`f`))
})

test('filters together cover the rows that at least one of them covers', () => {
  const filter = filterOf("[title] = 'x'")
  assert.equal(anyFilter([]), false)
  assert.equal(anyFilter([false, filter]), filter)
  assert.equal(anyFilter([filter, true]), true)
  assert.match(toStatement(rowFilterSql(anyFilter([filter, filter]), sql`e`)).text, /\) or \(/)
})
