import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { id, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Source } from '../../../query/index.ts'
import { fieldTypes } from '../../../values/index.ts'
import type { Application } from '../../applications/application.ts'
import { fieldTable } from '../../applications/field-tables/field-table.ts'
import { insertElements, openShop, type Shop } from '../../applications/field-tables/field-tables.fixture.ts'
import { withoutBinding } from '../../applications/unbound.ts'
import { elementSource } from '../../elements/source/element-source.ts'
import { applicationRows } from './application-table.store.ts'

const settings: Record<string, readonly string[]> = {
  category: ['values: [{ code: a, name: A }]', 'values: [{ code: a, name: A }], array: true'],
  reference: ['to: shop.every', 'to: shop.every, array: true'],
  table: ['columns: [{ code: a, type: string }]'],
  number: ['integer: true', 'decimals: 2'],
  datetime: ['view: datetime', 'view: date', 'view: time'],
  string: ['view: text', 'view: multiline', 'view: html, search: true'],
  user: ['indexed: true', 'array: true'],
  phone: ['search: true'],
  any_reference: ['indexed: true', 'array: true, indexed: true'],
  role: ['indexed: true', 'array: true'],
}
const forms = fieldTypes.flatMap(({ word }) => {
  const needsSettings = ['category', 'reference', 'table'].includes(word)
  return [...(needsSettings ? [] : ['']), ...(settings[word] ?? [])].map((more) => ({ type: word, more }))
})
const codeOf = (type: string, more = ''): string =>
  `f${forms.findIndex((form) => form.type === type && form.more === more)}`
const [text, number] = [codeOf('string'), codeOf('number')]
const [one, other] = ['01a1f3c2-7d0e-7c11-a5c0-1f2e3d4c5b6a', '01a1f3c2-7d0e-7c11-a5c0-1f2e3d4c5b6b']
/** Values that fields of other types had, or that fields of any type have. */
const values: readonly unknown[] = [
  ...[null, true, 12.5, 1e20, -3, '', ' ', 'Ёлка', 'abcZ', one, one.toUpperCase()],
  ...['2026-05-01T08:30:00Z', '2026-05-01T08:30:00.123Z', '0001-01-01T08:30:00Z', '2026-05-01T00:00:00Z'],
  ...[[], [null], [5], [one], [one, other], ['x', one], [[one]], [{ code: 'a', name: 'A' }]],
  ...[[{ code: 'b' }, { code: 'a' }], [{ code: one, type: 'user' }], [{ type: 'x', tel: '1' }]],
  ...[{}, { cents: 5, currency: 'EUR' }, { cents: 'x' }, { lastname: 'L', firstname: 'F' }, { rows: [] }],
  ...[[{ namespace: 'shop', code: 'every', id: one }]],
]

let shop: Shop
let application: Application
let source: Source
before(async () => {
  shop = await openShop()
  const fields = forms.map(({ type, more }, at) => `  - { code: f${at}, type: ${type}, ${more} }`).join('\n')
  application = await shop.deploy('every', `name: E\nstatuses: [{ code: new, name: N }]\nfields:\n${fields}\n`)
  for (const value of values) {
    const body = JSON.stringify(Object.fromEntries(forms.map((_form, at) => [`f${at}`, value])))
    await insertElements(
      shop.database,
      application.id,
      1,
      sql`${body}::jsonb || jsonb_build_object(${number}::text, 1.50)`,
    )
    await insertElements(shop.database, application.id, 1, sql`${body}::jsonb`)
  }
  await insertElements(shop.database, application.id, 1, sql`'{}'::jsonb`)
  await insertElements(shop.database, application.id, 3, sql`jsonb_build_object(${text}::text, 'deleted')`)
  await shop.database.single.rows(sql`update element set deleted_at = now() where body ->> ${text}::text = 'deleted'`)
  await shop.database.single.rows(sql`
    update element set name = 'Name ' || idx, status = 1, external_id = id::text, directory = id where idx = 1`)
  source = elementSource(application, () => undefined)
})
after(() => shop.database.close())

const rowsOf = (isNamed?: (column: string) => boolean, from = source): Sql =>
  withoutBinding(applicationRows(application, () => from, isNamed))
const nothingNamed = () => false

async function explained(select: Sql): Promise<string> {
  const rows = await shop.database.reader.rows(sql`explain ${select}`)
  return rows.map((row) => Object.values(row)[0]).join('\n')
}
describe('the rows of an application for a report', () => {
  it('have the same values, types and collations with a field table as without', async () => {
    const [whole, narrow] = [rowsOf(), rowsOf(nothingNamed)]
    assert.match(await explained(narrow), /every_/)
    assert.doesNotMatch(await explained(whole), /every_/)
    const texts = (select: Sql) =>
      shop.database.reader.rows<{ row: string }>(sql`select to_jsonb(t)::text as row from (${select}) t order by 1`)
    const rows = await texts(whole)
    assert.equal(rows.length, values.length * 2 + 1)
    assert.deepEqual(await texts(narrow), rows)
    const columns = async (select: Sql) => {
      const found = shop.database.transaction(async (tx) => {
        await tx.rows(sql`create view bi.described as ${select}`)
        throw await tx.rows(sql`
          select attname, format_type(atttypid, atttypmod) as type, attcollation::text from pg_attribute
          where attrelid = to_regclass('bi.described') and attnum > 0 order by attnum`)
      })
      return found.catch((columns: unknown) => columns)
    }
    const described = await columns(whole)
    assert.ok(Array.isArray(described) && described.length > forms.length)
    assert.deepEqual(await columns(narrow), described)
  })

  const sums = (from: Source): Promise<string> =>
    explained(sql`
      with t as not materialized (${rowsOf(nothingNamed, from)}) select ${id(text)}, sum(${id(number)}) from t group by 1`)

  it('are read without the elements when the report uses columns of the field table only', async () => {
    const plan = await sums(source)
    assert.match(plan, /every_/, plan)
    assert.doesNotMatch(plan, /element/, plan)
    const outer = await explained(sql`
      with t as not materialized (${rowsOf(nothingNamed)}) select a.${id(text)} from t a left join t b on b.id = a.directory
      where b.status = 'new' or b.${id(number)} is null`)
    assert.doesNotMatch(outer, /element/, outer)
  })

  it('leave the order of eight joins to the planner, which counts a join with the elements for each table', async () => {
    const limits = sql`select current_setting('join_collapse_limit') as joins, current_setting('from_collapse_limit') as queries`
    assert.deepEqual(await shop.database.readOnly(limits, { timeoutMs: 10_000 }), [{ joins: '16', queries: '16' }])
  })

  it('follow each change of an element', async () => {
    const names = async (from: Sql): Promise<unknown[]> => {
      const rows = await shop.database.reader.rows(sql`select distinct name from (${from}) t where index = 1`)
      return rows.map((row) => row.name)
    }
    await shop.database.single.rows(sql`update ${fieldTable(application)} set name = 'only here' where idx = 1`)
    assert.deepEqual([await names(rowsOf(nothingNamed)), await names(rowsOf())], [['only here'], ['Name 1']])
    await shop.database.single.rows(sql`update element set name = 'everywhere' where idx = 1`)
    assert.deepEqual([await names(rowsOf(nothingNamed)), await names(rowsOf())], [['everywhere'], ['everywhere']])
  })

  it('are read from the elements when the report names a column that the field table lacks', async () => {
    const readsTable = async (column: string) => /every_/.test(await explained(rowsOf((name) => name === column)))
    assert.equal(await readsTable(codeOf('string', 'view: multiline')), false)
    assert.equal(await readsTable(codeOf('user', 'indexed: true')), false)
    assert.equal(await readsTable(codeOf('user', 'array: true')), true)
  })

  it('are read from the elements when the report names a column that is not filled yet', async () => {
    const filled = new Map([...application.fieldTable!].filter(([code]) => code !== text))
    const growing = elementSource({ ...application, fieldTable: filled }, () => undefined)
    const whole = rowsOf((name) => name === text, growing)
    assert.doesNotMatch(await explained(whole), /every_/)
    const narrow = rowsOf((name) => name === number, growing)
    assert.match(await explained(narrow), /every_/)
    const values = (select: Sql) => shop.database.reader.rows(sql`select ${id(text)} from (${select}) t order by id`)
    assert.deepEqual(await values(narrow), await values(whole))
  })

  it('are read from the elements when the rights depend on a field that the field table lacks', async () => {
    const wideField = source.fields.get(codeOf('string', 'view: multiline'))!
    const limited: Source = {
      ...source,
      scope: (row, ofMany) => sql`${source.scope(row, ofMany)} and ${wideField.json(row)} = '"Ёлка"'`,
    }
    assert.doesNotMatch(await explained(rowsOf(nothingNamed, limited)), /every_/)
  })
})
