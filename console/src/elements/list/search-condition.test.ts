import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Field } from '../../fields/field-type.ts'
import { type SearchContext, searchCondition } from './search-condition.ts'

const field = (code: string, type: string, data: Field['data'] = {}) =>
  ({ code, type, required: false, array: false, view: { name: code }, data }) as Field
const fields = [
  field('__name', 'STRING'),
  field('number', 'STRING'),
  field('amount', 'MONEY'),
  field('sheets', 'FLOAT'),
  field('signed', 'DATETIME', { view: 'date' }),
  field('kind', 'ENUM', { enumItems: [{ code: 'a', name: 'Act' }] as never }),
  field('supplier', 'SYS_COLLECTION', { namespace: 'ref', code: 'firms' }),
  field('author', 'SYS_USER'),
  field('scan', 'FILE'),
]
const inEnglish: SearchContext = { fields, language: 'en', sees: () => true }
const conditions = (text: string, context = inEnglish): unknown[] => {
  const condition = searchCondition(text, context)
  return (condition.or as unknown[] | undefined) ?? [condition]
}

describe('the search of a list', () => {
  it('finds texts that contain the text', () => {
    const found = conditions('01-03/9')
    assert.deepEqual(found.slice(0, 2), [{ tf: { __name: '01-03/9' } }, { tf: { number: '01-03/9' } }])
  })

  it('finds numbers, amounts and days that equal the text', () => {
    assert.ok(contains(conditions('1,200.50'), { tf: { amount: 120_050 } }))
    assert.ok(contains(conditions('12'), { tf: { sheets: 12 } }))
    for (const text of ['23.11.2026', '2026-11-23', 'Nov 23, 2026'])
      assert.ok(contains(conditions(text), { tf: { signed: { min: '2026-11-23', max: '2026-11-23' } } }), text)
  })

  it('finds values of categories by their names, not by their codes', () => {
    assert.ok(contains(conditions('act'), { tf: { kind: ['a'] } }))
    assert.ok(!contains(conditions('a!'), { tf: { kind: ['a'] } }))
  })

  it('finds people and referenced elements by their names', () => {
    const firms = "[supplier] in (select [__id] from [ref.firms] where [__name] like 'O''Neil')"
    const people = "[author] in (select [__id] from [_system_catalogs._users] where [__name] like 'O''Neil')"
    for (const query of [firms, people]) assert.ok(contains(conditions("O'Neil"), { eql: { query } }))
  })

  it('leaves out references to applications that the user does not see', () => {
    const queries = JSON.stringify(conditions('x', { ...inEnglish, sees: () => false }))
    assert.ok(!queries.includes('ref.firms'))
    assert.ok(queries.includes('_users'))
  })
})

const contains = (found: readonly unknown[], condition: unknown): boolean =>
  found.some((each) => JSON.stringify(each) === JSON.stringify(condition))
