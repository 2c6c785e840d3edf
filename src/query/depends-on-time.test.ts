import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dependsOnTime } from './depends-on-time.ts'
import { parseEql } from './index.ts'

const depends = (eql: string): boolean => dependsOnTime(parseEql(eql)!)

test('a condition depends on the time when it refers to the present, at any depth', () => {
  for (const eql of [
    "[due] < Datetime('now')",
    "not ([amount] = 1 or [due] > Datetime('today'))",
    "[due] = RelativeDatetime('0w', '0w')",
    "[partner] in (select [__id] from [crm.partners] where [since] < Datetime('now'))",
  ]) {
    assert.equal(depends(eql), true, eql)
  }
})

test('a fixed moment, a text and the current user do not depend on the time', () => {
  for (const eql of ["[due] < '2026-01-01T00:00:00Z'", "[title] = 'now'", '[manager] = CurrentUser()']) {
    assert.equal(depends(eql), false, eql)
  }
})
