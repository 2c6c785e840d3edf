import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import { ordinaryRole, runAsSuperuser } from '../../../../test/postgres-server.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { id, Script, type Sql, sql } from '../../../foundation/db/sql.ts'
import { deploy, openCatalog, putElement, shopFiles } from '../../../solutions/solution.fixture.ts'
import { fieldTypes } from '../../../values/index.ts'
import type { ApplicationCatalog } from '../application-catalog.ts'

const consent = { allowDestructive: true }

/** Returns the statements in `docs/bi.md` that create a read-only role, with `name` as the name of the role. */
function roleStatements(name: string): string[] {
  const page = readFileSync(new URL('../../../../docs/bi.md', import.meta.url), 'utf8')
  const [, text] = /^```sql\n([\s\S]*?)^```$/m.exec(page)!
  return text!.replaceAll('bi_reader', name).trim().split('\n')
}

describe('views for SQL tools', () => {
  let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }
  const columns = async (view: string): Promise<string[]> => {
    const rows = await shop.database.reader.rows<{ column: string }>(sql`
      select attname || ' ' || format_type(atttypid, atttypmod) as column from pg_attribute
      where attrelid = to_regclass(${`bi.${view}`}::text) and attnum > 10 order by attnum`)
    return rows.map(({ column }) => column)
  }

  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
  })
  after(async () => {
    await shop.database.close()
  })

  it('show live elements with typed columns, statuses by their codes, and parts in columns of their own', async () => {
    const text = `name: T
fields:
  - { code: amount, type: number }
  - { code: price, type: money }
  - { code: who, type: full_name }
  - { code: name, type: string }
  - { code: sort, type: category, values: [{ code: "it's", name: X }] }
statuses: [{ code: new, name: New }]
`
    await deploy(shop, shopFiles({ shown: text }), consent)
    assert.deepEqual(await columns('shop_shown'), [
      'amount numeric',
      'price_cents numeric',
      'price_currency text',
      'who_lastname text',
      'who_firstname text',
      'who_middlename text',
      'field_name text',
      'sort text',
    ])
    const who = { lastname: 'Ёжиков', firstname: 'Ян', middlename: '' }
    const body = {
      amount: 1.5,
      price: { cents: 200, currency: 'RUB' },
      who,
      name: 'n',
      sort: [{ code: "it's", name: 'X' }],
    }
    await putElement(shop.database, 'shown', body, { status: 1 })
    await putElement(shop.database, 'shown', { amount: null, who: null })
    await putElement(shop.database, 'shown', body, { deleted: true })
    const rows = await shop.database.reader.rows(sql`
      select status, amount, price_cents, who_lastname, field_name, sort from bi.shop_shown order by amount nulls last`)
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['new', '1.5', '200', 'Ёжиков', 'n', "it's"],
        [null, null, null, null, null, null],
      ],
    )
  })

  it('can be created for fields of every type, and follow the definition', async () => {
    const extra: Record<string, string> = {
      category: ', values: [{ code: x, name: X }]',
      reference: ', to: shop.every',
      table: ', columns: [{ code: a, type: string }]',
    }
    const entry = (word: string): string => `  - { code: f_${word}, type: ${word}${extra[word] ?? ''} }\n`
    const all = fieldTypes.map(({ word }) => entry(word)).join('')
    await deploy(shop, shopFiles({ every: `name: E\nfields:\n${all}` }), consent)
    await putElement(shop.database, 'every', Object.fromEntries(fieldTypes.map(({ word }) => [`f_${word}`, null])))
    await putElement(shop.database, 'every', {})
    const rows = await shop.database.reader.rows(sql`select * from bi.shop_every`)
    assert.equal(rows.length, 2)
    await deploy(shop, shopFiles({ every: `name: E\nfields:\n${entry('string')}` }), consent)
    assert.deepEqual(await columns('shop_every'), ['f_string text'])
    await deploy(shop, shopFiles({}), consent)
    assert.deepEqual(await columns('shop_every'), [])
  })

  it('that another view uses are not dropped: the change is refused with the name of the other view', async () => {
    await deploy(shop, shopFiles({ built: 'name: B\nfields: [{ code: a, type: string }]' }), consent)
    await shop.database.single.rows(sql`create view public.report as select a from bi.shop_built`)
    await assert.rejects(deploy(shop, shopFiles({ built: 'name: B\nfields: [{ code: b, type: string }]' }), consent), {
      code: 'definition.view_in_use',
      message: 'the view bi.shop_built has to change, but report reads it; drop that first',
    })
    await shop.database.single.rows(sql`drop view public.report`)
    await deploy(shop, shopFiles({ built: 'name: B\nfields: [{ code: b, type: string }]' }), consent)
  })

  it('can be read by the role that the page describes, also after an apply has recreated them; tables cannot', async () => {
    const role = `bi_reader_${process.pid}`
    const [create, ...statements] = roleStatements(role)
    assert.equal(statements.length, 3)
    const asRole = (statement: Sql) =>
      shop.database.transaction(async (tx) => {
        await tx.rows(sql`set local role ${id(role)}`)
        return tx.rows(statement)
      })
    await deploy(shop, shopFiles({ read: 'name: R\nfields: [{ code: a, type: string }]' }), consent)
    // The server's role may not create roles, and becomes a member of this one only in order to read as it.
    await runAsSuperuser(shop.database, create!)
    await runAsSuperuser(
      shop.database,
      `grant ${role} to ${shop.database.kind === 'postgres' ? ordinaryRole : 'current_user'}`,
    )
    for (const statement of statements) await shop.database.single.rows(new Script(statement))
    try {
      await putElement(shop.database, 'read', { a: 'x', b: 'y' })
      assert.deepEqual(await asRole(sql`select a from bi.shop_read`), [{ a: 'x' }])
      await deploy(shop, shopFiles({ read: 'name: R\nfields: [{ code: b, type: string }]' }), consent)
      assert.deepEqual(await asRole(sql`select b from bi.shop_read`), [{ b: 'y' }])
      await assert.rejects(asRole(sql`select from element`), /permission denied/)
    } finally {
      await runAsSuperuser(shop.database, `drop owned by ${role}; drop role ${role}`)
    }
  })

  it('of two applications may not have the same name', async () => {
    const more = { 'namespaces/shop_a/namespace.yaml': 'name: A', 'namespaces/shop_a/apps/b.yaml': 'name: B' }
    await assert.rejects(
      deploy(shop, shopFiles({ a_b: 'name: AB' }, more), consent),
      /the view bi\.shop_a_b would be the same/,
    )
  })
})
