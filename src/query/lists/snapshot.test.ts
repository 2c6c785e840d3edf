import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { toStatement } from '../../foundation/db/sql.ts'
import { deals, idOf, setting } from '../source.fixture.ts'
import { readListRequest } from './list-request.ts'
import { planList } from './plan-list.ts'

const file = new URL('./queries.snapshot.sql', import.meta.url)

const requests: Readonly<Record<string, Record<string, unknown>>> = {
  'nothing asked': {},
  'live rows, one text and one range': {
    active: true,
    filter: { tf: { title: 'x', amount: { min: 1, max: 2 } } },
    sortExpressions: [{ field: '__name', ascending: true }],
  },
  'a long page': { size: 50 },
  'ids and statuses': { ids: [idOf(1)], filter: { tf: { __status: [1, 2] } } },
  'references and categories': { filter: { tf: { partner: [idOf(1), idOf(2)], color: 'red' } } },
  'not, null and a date of the system': {
    filter: { eql: { query: "not ([amount] = 1 or [title] is null) and [__createdAt] <= '2026-05-01T00:00:00Z'" } },
  },
  'a field of what a reference points to': {
    filter: { eql: { query: "[partner.city] = 'x' and [partner.head] is null" } },
  },
  'a sub-query that names its parent': {
    filter: { eql: { query: '[partner] in (select [__id] from [crm.partners] where [rating] > parent.[amount])' } },
  },
  'each of many values': { filter: { all: [{ field: 'phones' }, { list: Array.from({ length: 9 }, String) }] } },
  'some fields, one of them loaded': { fields: { amount: true, partner: { city: true } } },
}

function sqlOf(): string {
  return Object.entries(requests)
    .map(([name, body]) => {
      const { page, count, sorted } = planList(readListRequest(body), deals, setting)
      const statements = [page!, count, ...(sorted ? [sorted.read(true), sorted.byIds([idOf(1)])] : [])]
      return `-- ${name}\n${statements.map((statement) => `${toStatement(statement).text};\n`).join('')}`
    })
    .join('\n')
}

test('typical requests give the committed SQL (UPDATE_SNAPSHOTS=1 rewrites it)', () => {
  if (process.env.UPDATE_SNAPSHOTS === '1') writeFileSync(file, sqlOf())
  assert.equal(sqlOf(), readFileSync(file, 'utf8'))
})
