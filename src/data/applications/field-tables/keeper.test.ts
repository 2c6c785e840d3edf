import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../foundation/db/database.ts'
import { Script, sql } from '../../../foundation/db/sql.ts'
import { deploy, shopFiles } from '../../../solutions/solution.fixture.ts'
import type { Application } from '../application.ts'
import { fieldSchema, fieldTable } from './field-table.ts'
import {
  addLedger,
  anotherNode,
  gate,
  insertElements,
  ledgerFile,
  look,
  numbered,
  openShop,
  type Shop,
  wrongRows,
} from './field-tables.fixture.ts'

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

const triggers = async (): Promise<string[]> => {
  const rows = await shop.database.reader.rows<{ name: string }>(sql`
    select tgname as name from pg_trigger where tgrelid = 'element_default'::regclass and tgname ^@ 'keep_' order by 1`)
  return rows.map(({ name }) => name)
}

describe('the trigger of the field tables', () => {
  it('is one for all applications, and writes the table of the element that changes', async () => {
    const codes = Array.from({ length: 5 }, (_, at) => `part${number}_${at}`)
    await deploy(shop, shopFiles(Object.fromEntries(codes.map((code) => [code, ledgerFile()]))), {
      allowDestructive: true,
    })
    await shop.fieldTables.keep()
    for (const code of codes) await insertElements(shop.database, shop.application(code).id, 4, numbered)
    const { single, reader } = shop.database
    for (const [at, code] of codes.entries()) {
      const { id: app } = shop.application(code)
      await single.rows(sql`delete from element where app = ${app} and idx = 4`)
      await single.rows(sql`update element set status = ${at}::int where app = ${app} and idx < 3`)
    }
    assert.deepEqual(await triggers(), ['keep_field_tables'])
    assert.deepEqual(await wrongRows(shop), [])
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
    assert.deepEqual(await wrongRows(shop), [])
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
    await look(shop)
    isReplaced = true
    await Promise.all(writers)
    assert.deepEqual(await triggers(), ['keep_field_tables'])
    assert.deepEqual(await single.rows(sql`select from pg_proc where proname = ${name}`), [])
    await insertElements(shop.database, ledger.id, 5, numbered)
    assert.deepEqual(await wrongRows(shop), [])
    const rows = await single.rows(sql`select from ${fieldTable(ledger)}`)
    assert.equal(rows.length, 55)
  })

  it('gets another table without waiting for a transaction that writes elements, whose rows are filled later', async (t) => {
    if (shop.database.kind === 'embedded') return t.skip('the embedded database has one session')
    await deploy(shop, shopFiles({ late: ledgerFile() }), { allowDestructive: true })
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
    await anotherNode(shop, first).keep()
    await long
    await shop.catalog.refresh()
    assert.ok(shop.application('late').fieldTable)
    assert.deepEqual(await wrongRows(shop), [])
  })

  it('gets another table while the elements are vacuumed', async (t) => {
    if (shop.database.kind === 'embedded') return t.skip('the embedded database has one session')
    const [ended, end] = gate()
    const [locked, lock] = gate()
    const vacuum = shop.database.transaction(async (tx) => {
      await tx.rows(sql`lock table element_default in share update exclusive mode`)
      lock()
      await ended
    })
    await locked
    const late = await shop.deploy('late', ledgerFile())
    end()
    await vacuum
    assert.ok(late.fieldTable)
  })

  it('reads a long body once', async () => {
    const fields = Array.from({ length: 40 }, (_, at) => `  - { code: f${at}, type: number }\n`).join('')
    const wide = await shop.deploy(`wide${number}`, ledgerFile(fields))
    const random = sql`(select string_agg(md5(n::text || at), '') from generate_series(1, 2000) at)`
    await insertElements(shop.database, wide.id, 1, sql`jsonb_build_object('f1', n, 'f39', 39, 'long', ${random})`)
    const [row] = await shop.database.single.rows<{ source: string }>(sql`
      select prosrc as source from pg_proc where proname = ${`write_${wide.id}`}`)
    assert.equal(row!.source.match(/new\.body/g)!.length, 1)
    assert.deepEqual(await wrongRows(shop), [])
  })
})

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
      // The table is prepared; the first elements are filled.
      if (transactions++ === 1) {
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
  await anotherNode(shop, deleting).keep()
  await deletion
  await shop.catalog.refresh()
  assert.ok(shop.application(ledger.code).fieldTable)
  assert.deepEqual(await wrongRows(shop), [])
})
