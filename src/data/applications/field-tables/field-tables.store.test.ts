import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Database } from '../../../foundation/db/database.ts'
import { id, sql } from '../../../foundation/db/sql.ts'
import { deploy, shopFiles } from '../../../solutions/solution.fixture.ts'
import type { Application } from '../application.ts'
import { copiedColumns, fieldColumns } from '../field-columns.ts'
import { indexesOf } from './field-indexes.store.ts'
import { fieldTable, fieldTableName } from './field-table.ts'
import { addLedger, anotherNode, ledgerFile, look, openShop, type Shop, wrongRows } from './field-tables.fixture.ts'
import { format, storedFieldTables } from './field-tables.store.ts'

let shop: Shop
let number = 0
let ledger: Application
before(async () => {
  shop = await openShop()
})
after(() => shop.database.close())
beforeEach(async () => {
  ledger = await addLedger(shop, `ledger${++number}`)
})

describe('the table of an application that was removed', () => {
  const remove = async (): Promise<void> => {
    await shop.deploy(`other${number}`, ledgerFile())
    await shop.database.single.rows(sql`
      update application set deleted_at = deleted_at - interval '2 minutes' where id = ${ledger.id}`)
  }
  const left = (): Promise<object[]> =>
    shop.database.reader.rows(sql`
      select relname::text as name from pg_class where relname = ${fieldTableName(ledger)} union all
      select proname from pg_proc where proname ~ ${ledger.id} union all
      select 'row' from field_table where app = ${ledger.id}`)

  it('is dropped after a minute, when no node reads it any more, and built again when the application comes back', async () => {
    await shop.deploy(`other${number}`, ledgerFile())
    await look(shop)
    assert.equal((await left()).length, 3)
    await remove()
    await look(shop)
    assert.deepEqual(await left(), [])
    await shop.database.single.rows(sql`update element set status = 3 where app = ${ledger.id}`)
    await shop.database.single.rows(sql`delete from element where app = ${ledger.id} and idx = 1`)
    ledger = await shop.deploy(ledger.code, ledgerFile())
    assert.ok(ledger.fieldTable)
    assert.equal((await left()).length, 3)
    assert.deepEqual(await wrongRows(shop), [])
  })

  it('is dropped when nothing is left of the application', async () => {
    await remove()
    await shop.database.single.rows(sql`delete from application where id = ${ledger.id}`)
    await look(shop)
    assert.deepEqual(await left(), [])
  })

  it('is filled anew when the application comes back while the table is being dropped', async () => {
    await remove()
    let transactions = 0
    const stopping: Database = {
      ...shop.database,
      async transaction(work) {
        if (transactions++ === 1) throw new Error('killed')
        return shop.database.transaction(work)
      },
    }
    await assert.rejects(anotherNode(shop, stopping).keep(), /killed/)
    await shop.database.single.rows(sql`update element set status = 3 where app = ${ledger.id}`)
    ledger = await shop.deploy(ledger.code, ledgerFile())
    assert.ok(ledger.fieldTable)
    assert.deepEqual(await wrongRows(shop), [])
    assert.equal((await shop.database.reader.rows(sql`select from ${fieldTable(ledger)} where status = 3`)).length, 50)
  })
})

describe('the format of the field tables', () => {
  it('of a newer version is left alone by an older one, which reads the columns that it knows', async () => {
    const { database } = shop
    const stored = async () => (await storedFieldTables(database.reader)).find(({ app }) => app === ledger.id)!
    assert.equal((await stored()).format, format)
    // A newer version of the program has the column of this field in another form, and so under another name.
    const known = '  - { code: amount, type: number }\n  - { code: due, type: datetime }\n'
    await shop.deploy(ledger.code, ledgerFile(known))
    const { name } = fieldColumns(shop.application(ledger.code)).get('due')!
    await database.single.rows(sql`alter table ${fieldTable(ledger)} rename column ${id(name)} to due_other`)
    await database.single.rows(sql`
      update field_table set format = ${format + 1}::int, columns = array_replace(columns, ${name}, 'due_other')
      where app = ${ledger.id}`)
    await database.single.rows(sql`update field_table set outdated_since = now() - interval '2 minutes'`)
    await database.single.rows(sql`update catalog set version = version + 1`)
    const before = await stored()
    await look(shop)
    await shop.fieldTables.keep()
    assert.deepEqual(await stored(), before)
    await shop.catalog.refresh()
    assert.deepEqual([...shop.application(ledger.code).fieldTable!.keys()], ['amount'])

    await database.single.rows(sql`update field_table set format = ${format}::int where app = ${ledger.id}`)
    await shop.fieldTables.keep()
    assert.deepEqual([...shop.application(ledger.code).fieldTable!.keys()], ['amount', 'due'])
    assert.deepEqual(await wrongRows(shop), [])
  })

  it('was raised with the last change of the columns or indexes', async () => {
    const values = 'values: [{ code: x, name: X }]'
    const types = [
      ...['string', 'link', 'number', 'boolean', 'datetime', 'money', 'phone', 'email', 'account', 'full_name', 'user'],
      `category, ${values}`,
      `category, array: true, ${values}`,
      ...['user, array: true', 'directory', 'image, array: true', 'file, array: true', 'org_item, array: true'],
      ...['role, array: true', 'any_reference, array: true', 'json'],
    ]
    const plain = types.map((type, at) => `  - { code: p${at}, type: ${type} }\n`)
    const indexed = ['number', 'boolean', 'datetime', 'money', `category, ${values}`, 'user', 'user, array: true'].map(
      (type, at) => `  - { code: i${at}, type: ${type}, indexed: true }\n`,
    )
    const searched = ['string', 'link', 'full_name', 'phone', 'email', 'account'].map(
      (type) => `  - { code: s_${type}, type: ${type}, search: true }\n`,
    )
    await deploy(shop, shopFiles({ every: ledgerFile([...plain, ...indexed, ...searched].join('')) }), {
      allowDestructive: true,
    })
    const every = shop.application('every')
    const names = [...copiedColumns, ...fieldColumns(every).values(), ...indexesOf(every)].map(({ name }) => name)
    const hash = createHash('sha256').update(names.join(' ')).digest('hex').slice(0, 16)
    // If it differs, the names have changed: raise `format`, and write the hash behind the new number.
    assert.deepEqual({ [format]: hash }, { 1: 'df1420e8491c04c3' })
  })
})
