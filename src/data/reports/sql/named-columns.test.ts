import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { namedColumns } from './named-columns.ts'
import { readQueryText } from './query-text.ts'

const columns = ['amount', 'note', 'fullName']
const named = (text: string): string[] => {
  const { query, problems } = readQueryText(text)
  assert.deepEqual(problems, [], text)
  return columns.filter(namedColumns(query))
}

describe('the columns that the SQL of a report names', () => {
  it('are found in every part of the statement, also in sub-queries', () => {
    for (const [text, wanted] of [
      ['select sum(d.amount) from bi.a_b d', ['amount']],
      ['select 1 from bi.a_b d where AMOUNT > 1 order by d."note"', ['amount', 'note']],
      ['select count(*), 2 * amount, amount * 3 from bi.a_b group by amount', ['amount']],
      ['select b.id from bi.a_b b where exists (select from bi.a_c c where c.note = b.name)', ['note']],
      ['select "fullName" from bi.a_b', ['fullName']],
      ['select a_b.amount from bi.a_b where true group by 1', ['amount']],
      ['select bi.a_b.amount from bi.a_b', ['amount']],
      ['select d.amount from bi.a_b as d left join bi.system_users u using (id)', ['amount']],
    ] as const)
      assert.deepEqual(named(text), wanted, text)
  })

  it('are not found in texts, comments, parameters and names with other letters', () => {
    assert.deepEqual(named(`select 'note', :amount, fullName /* note */ from bi.a_b -- amount`), [])
  })

  it('are all columns when the SQL reads whole rows', () => {
    for (const text of [
      'select * from bi.a_b',
      'select distinct on (id) * from bi.a_b',
      'select 1, d.* from bi.a_b d',
      'select count(d.*) from bi.a_b d',
      'with d as (select * from bi.a_b) select id from d',
      'select id from bi.a_b natural join bi.a_c',
      'select x.id from (table bi.a_b) x',
      'select to_jsonb(d) from bi.a_b d',
      'select to_jsonb(a_b) from bi.a_b where true',
      'select d::text from bi.a_b as d join bi.a_c c on c.id = d.id',
      'select x from bi.a_b d (x, y)',
      'select bi.a_b from bi.a_b',
    ])
      assert.deepEqual(named(text), columns, text)
  })
})
