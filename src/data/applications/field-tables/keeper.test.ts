import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../foundation/db/database.ts'
import { id, Script, sql } from '../../../foundation/db/sql.ts'
import { deploy, shopFiles } from '../../../solutions/solution.fixture.ts'
import type { Application } from '../application.ts'
import { copiedColumns, fieldColumns } from '../field-columns.ts'
import { indexesOf } from './field-indexes.store.ts'
import { fieldSchema, fieldTable, fieldTableName } from './field-table.ts'
import { insertElements, openShop, type Shop } from './field-tables.fixture.ts'
import { format, storedFieldTables } from './field-tables.store.ts'
import { FieldTables } from './field-tables.ts'

const file = (fields = '  - { code: amount, type: number }\n'): string => `name: A\nfields:\n${fields}`
const numbered = sql`jsonb_build_object('amount', n, 'note', 'Note ' || n)`

let shop: Shop
let number = 0
let ledger: Application
before(async () => {
  shop = await openShop()
})
after(() => shop.database.close())
beforeEach(async () => {
  ledger = await shop.deploy(`ledger${++number}`, file())
  await insertElements(shop.database, ledger.id, 50, numbered)
})

const wrong = () => shop.fieldTables.wrongRows(undefined, null)
const look = () => shop.fieldTables.periodic.run(new AbortController().signal)
const triggers = async (): Promise<string[]> => {
  const rows = await shop.database.reader.rows<{ name: string }>(sql`
    select tgname as name from pg_trigger where tgrelid = 'element_default'::regclass and tgname ^@ 'keep_' order by 1`)
  return rows.map(({ name }) => name)
}

describe('the trigger of the field tables', () => {
  it('is one for all applications, and writes the table of the element that changes', async () => {
    const codes = Array.from({ length: 5 }, (_, at) => `part${number}_${at}`)
    await deploy(shop, shopFiles(Object.fromEntries(codes.map((code) => [code, file()]))), { allowDestructive: true })
    await shop.fieldTables.keep()
    for (const code of codes) await insertElements(shop.database, shop.application(code).id, 4, numbered)
    const { single, reader } = shop.database
    for (const [at, code] of codes.entries()) {
      const { id: app } = shop.application(code)
      await single.rows(sql`delete from element where app = ${app} and idx = 4`)
      await single.rows(sql`update element set status = ${at}::int where app = ${app} and idx < 3`)
    }
    assert.deepEqual(await triggers(), ['keep_field_tables'])
    assert.deepEqual(await wrong(), [])
    for (const [at, code] of codes.entries()) {
      const rows = await reader.rows(sql`
        select idx::int as idx, status from ${fieldTable(shop.application(code))} order by idx`)
      assert.deepEqual(rows, [
        { idx: 1, status: at },
        { idx: 2, status: at },
        { idx: 3, status: null },
      ])
    }
  })

  it('writes nothing for an application without a field table', async () => {
    const other = '6d1f1a3c-0000-4000-8000-000000000001'
    await insertElements(shop.database, other, 3, numbered)
    const deleted = await shop.database.single.rows(
      sql`delete from element where app = ${other} returning idx::int as idx`,
    )
    assert.equal(deleted.length, 3)
    assert.deepEqual(await wrong(), [])
  })

  it('replaces the triggers that earlier versions made for each application, while lists use the tables', async () => {
    const name = `keep_${ledger.id}`
    const before = `${fieldSchema}.${JSON.stringify(name)}`
    const { single } = shop.database
    await single.rows(
      new Script(`
        drop trigger keep_field_tables on element_default;
        drop function ${fieldSchema}.keep_field_tables(), ${fieldSchema}."write_${ledger.id}"(element_default, uuid);
        create function ${before}() returns trigger language plpgsql as $$ begin return null; end $$;
        create trigger "${name}" after insert or update on element_default for each row
          when (new.app = '${ledger.id}') execute function ${before}();
        create trigger "${name}_deleted" after delete on element_default for each row
          when (old.app = '${ledger.id}') execute function ${before}();
        update field_table set filling = array[''], filled_to = null`),
    )
    assert.ok(shop.application(ledger.code).fieldTable)
    let isReplaced = false
    const writer = async (): Promise<void> => {
      while (!isReplaced) await single.rows(sql`update element set status = 3 where app = ${ledger.id} and idx < 5`)
    }
    const writers = Array.from({ length: 3 }, writer)
    await look()
    isReplaced = true
    await Promise.all(writers)
    assert.deepEqual(await triggers(), ['keep_field_tables'])
    assert.deepEqual(await single.rows(sql`select from pg_proc where proname = ${name}`), [])
    await insertElements(shop.database, ledger.id, 5, numbered)
    assert.deepEqual(await wrong(), [])
    const rows = await single.rows(sql`select from ${fieldTable(ledger)}`)
    assert.equal(rows.length, 55)
  })

  it('gets another table without waiting for a transaction that writes elements, whose rows are filled later', async (t) => {
    if (shop.database.kind === 'embedded') return t.skip('the embedded database has one session')
    await deploy(shop, shopFiles({ late: file() }), { allowDestructive: true })
    const { id: late } = shop.application('late')
    await insertElements(shop.database, late, 20, numbered)
    const change = sql`update element set status = coalesce(status, 0) + 1 where app = ${late}`
    const [ended, end] = gate()
    const [written, write] = gate()
    const long = shop.database.transaction(async (tx) => {
      await tx.rows(sql`${change} and idx = 1`)
      write()
      await ended
      await tx.rows(sql`${change} and idx = 2`)
      await insertElements({ single: tx }, late, 5, numbered)
    })
    await written
    let transactions = 0
    const first: Database = {
      ...shop.database,
      async transaction(work) {
        const result = await shop.database.transaction(work)
        if (transactions++ === 0) setTimeout(end, 300)
        return result
      },
    }
    await another(first).keep()
    await long
    await shop.catalog.refresh()
    assert.ok(shop.application('late').fieldTable)
    assert.deepEqual(await wrong(), [])
  })

  it('reads a long body once', async () => {
    const fields = Array.from({ length: 40 }, (_, at) => `  - { code: f${at}, type: number }\n`).join('')
    const wide = await shop.deploy(`wide${number}`, file(fields))
    const random = sql`(select string_agg(md5(n::text || at), '') from generate_series(1, 2000) at)`
    await insertElements(shop.database, wide.id, 1, sql`jsonb_build_object('f1', n, 'f39', 39, 'long', ${random})`)
    const [row] = await shop.database.single.rows<{ source: string }>(sql`
      select prosrc as source from pg_proc where proname = ${`write_${wide.id}`}`)
    assert.equal(row!.source.match(/new\.body/g)!.length, 1)
    assert.deepEqual(await wrong(), [])
  })
})

describe('the table of an application that was removed', () => {
  const remove = async (): Promise<void> => {
    await shop.deploy(`other${number}`, file())
    await shop.database.single.rows(sql`
      update application set deleted_at = deleted_at - interval '2 minutes' where id = ${ledger.id}`)
  }
  const left = (): Promise<object[]> =>
    shop.database.reader.rows(sql`
      select relname::text as name from pg_class where relname = ${fieldTableName(ledger)} union all
      select proname from pg_proc where proname ~ ${ledger.id} union all
      select 'row' from field_table where app = ${ledger.id}`)

  it('is dropped after a minute, when no node reads it any more, and built again when the application comes back', async () => {
    await shop.deploy(`other${number}`, file())
    await look()
    assert.equal((await left()).length, 3)
    await remove()
    await look()
    assert.deepEqual(await left(), [])
    await shop.database.single.rows(sql`update element set status = 3 where app = ${ledger.id}`)
    await shop.database.single.rows(sql`delete from element where app = ${ledger.id} and idx = 1`)
    ledger = await shop.deploy(ledger.code, file())
    assert.ok(ledger.fieldTable)
    assert.equal((await left()).length, 3)
    assert.deepEqual(await wrong(), [])
  })

  it('is dropped when nothing is left of the application', async () => {
    await remove()
    await shop.database.single.rows(sql`delete from application where id = ${ledger.id}`)
    await look()
    assert.deepEqual(await left(), [])
  })

  it('is filled anew when the application comes back while the table is being dropped', async () => {
    await remove()
    let transactions = 0
    const stopping: Database = {
      ...shop.database,
      async transaction(work) {
        if (transactions++ === 2) throw new Error('killed')
        return shop.database.transaction(work)
      },
    }
    await assert.rejects(another(stopping).keep(), /killed/)
    await shop.database.single.rows(sql`update element set status = 3 where app = ${ledger.id}`)
    ledger = await shop.deploy(ledger.code, file())
    assert.ok(ledger.fieldTable)
    assert.deepEqual(await wrong(), [])
    assert.equal((await shop.database.reader.rows(sql`select from ${fieldTable(ledger)} where status = 3`)).length, 50)
  })
})

/** Returns the tables' keeper of another process, which works on `database`. */
const another = (database: Database): FieldTables => {
  const { applications, refresh } = shop.catalog
  return new FieldTables({ database, applications, refresh, log: () => {}, from: 0, filledAtOnce: 10 })
}

/** Returns a promise, and a function that resolves it. */
function gate(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}

it('an element that is deleted by SQL while its table is filled leaves no row', async (t) => {
  if (shop.database.kind === 'embedded') return t.skip('the embedded database has one session')
  await shop.database.single.rows(
    sql`update field_table set columns = null, filling = array[''] where app = ${ledger.id}`,
  )
  let transactions = 0
  let deletion: Promise<unknown> | undefined
  const deleting: Database = {
    ...shop.database,
    async transaction(work) {
      // The table is prepared and the writers have ended: the first elements are filled.
      if (transactions++ === 2) {
        const [deleted, resolve] = gate()
        deletion = shop.database.transaction(async (tx) => {
          await tx.rows(sql`delete from element where app = ${ledger.id} and idx in (3, 30)`)
          resolve()
          await wait(800)
        })
        await deleted
      }
      return shop.database.transaction(work)
    },
  }
  await another(deleting).keep()
  await deletion
  await shop.catalog.refresh()
  assert.ok(shop.application(ledger.code).fieldTable)
  assert.deepEqual(await wrong(), [])
})

describe('the format of the field tables', () => {
  it('of a newer version is left alone by an older one, which reads the columns that it knows', async () => {
    const { database } = shop
    const stored = async () => (await storedFieldTables(database.reader)).find(({ app }) => app === ledger.id)!
    assert.equal((await stored()).format, format)
    // The columns of the newer version: one has another form.
    const known = '  - { code: amount, type: number }\n  - { code: due, type: datetime }\n'
    await shop.deploy(ledger.code, file(known))
    const { name } = fieldColumns(shop.application(ledger.code)).get('due')!
    await database.single.rows(sql`alter table ${fieldTable(ledger)} rename column ${id(name)} to due_other`)
    await database.single.rows(sql`
      update field_table set format = ${format + 1}::int, columns = array_replace(columns, ${name}, 'due_other')
      where app = ${ledger.id}`)
    await database.single.rows(sql`update field_table set outdated_since = now() - interval '2 minutes'`)
    await database.single.rows(sql`update catalog set version = version + 1`)
    const before = await stored()
    await look()
    await shop.fieldTables.keep()
    assert.deepEqual(await stored(), before)
    await shop.catalog.refresh()
    assert.deepEqual([...shop.application(ledger.code).fieldTable!.keys()], ['amount'])

    await database.single.rows(sql`update field_table set format = ${format}::int where app = ${ledger.id}`)
    await shop.fieldTables.keep()
    assert.deepEqual([...shop.application(ledger.code).fieldTable!.keys()], ['amount', 'due'])
    assert.deepEqual(await wrong(), [])
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
    await deploy(shop, shopFiles({ every: file([...plain, ...indexed, ...searched].join('')) }), {
      allowDestructive: true,
    })
    const every = shop.application('every')
    const names = [...copiedColumns, ...fieldColumns(every).values(), ...indexesOf(every)].map(({ name }) => name)
    const hash = createHash('sha256').update(names.join(' ')).digest('hex').slice(0, 16)
    // If it differs, the names have changed: raise `format`, and write the hash behind the new number.
    assert.deepEqual({ [format]: hash }, { 1: 'df1420e8491c04c3' })
  })
})
