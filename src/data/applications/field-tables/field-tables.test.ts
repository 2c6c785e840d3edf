import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { lockDefinitions } from '../../../solutions/index.ts'
import { deploy, shopFiles } from '../../../solutions/solution.fixture.ts'
import type { Application } from '../application.ts'
import { fieldTable, fieldTableName } from './field-table.ts'
import { anotherNode, gate, insertElements, openShop, type Shop } from './field-tables.fixture.ts'
import { storedFieldTables } from './field-tables.store.ts'

const file = (fields: string): string => `name: A\nfields:\n${fields}`
const amountAndNote = file('  - { code: amount, type: number }\n  - { code: note, type: string }\n')
const numbered = sql`jsonb_build_object('amount', n, 'note', 'Note ' || n)`

let shop: Shop
before(async () => {
  shop = await openShop({ from: 10 })
})
after(() => shop.database.close())

let number = 0
let letters: Application
beforeEach(async () => {
  letters = await shop.deploy(`letters${++number}`, amountAndNote)
})

const current = (): Application => shop.application(letters.code)
const another = (database: Database, filledAtOnce = 10) => anotherNode(shop, database, { from: 10, filledAtOnce })
const change = (what = sql`true`) =>
  shop.database.single.rows(sql`
    update element set updated_at = now(), body = body || jsonb_build_object('amount', (body ->> 'amount')::int + 1000)
    where app = ${letters.id} and ${what}`)
const differences = async () => (await shop.fieldTables.wrongRows(undefined, null)).length

describe('a field table', () => {
  it('is built when an application has enough elements, not before', async () => {
    await insertElements(shop.database, letters.id, 9, numbered)
    await shop.fieldTables.keep()
    assert.equal(current().fieldTable, undefined)
    await insertElements(shop.database, letters.id, 1, numbered)
    await shop.database.single.rows(sql`update element_count set all_rows = 10 where app = ${letters.id} and slot = 3`)
    await shop.fieldTables.periodic.run(new AbortController().signal)
    assert.deepEqual([...current().fieldTable!.keys()], ['amount', 'note'])
    assert.equal(await differences(), 0)
  })

  describe('of an application with elements', () => {
    beforeEach(async () => {
      await insertElements(shop.database, letters.id, 50, numbered)
      await shop.database.single.rows(
        sql`update element_count set all_rows = 50 where app = ${letters.id} and slot = 3`,
      )
    })

    it('follows every write of elements: new ones, changes, statuses, deletions, and rows that disappear', async () => {
      await shop.fieldTables.keep()
      await insertElements(shop.database, letters.id, 5, numbered)
      await change()
      const { single, reader } = shop.database
      await single.rows(sql`update element set status = 3, name = 'N' where app = ${letters.id} and idx < 10`)
      await single.rows(sql`update element set deleted_at = now() where app = ${letters.id} and idx < 5`)
      await single.rows(sql`delete from element where app = ${letters.id} and idx = 20`)
      assert.equal(await differences(), 0)
      const row = await reader.row(sql`
        select count(*)::int as rows, count(*) filter (where status = 3 and name = 'N')::int as renamed,
          count(deleted_at)::int as deleted from ${fieldTable(letters)}`)
      assert.deepEqual({ ...row }, { rows: 54, renamed: 14, deleted: 8 })
    })

    it('has the newest values of elements that change while it is filled', async () => {
      let isFilling = true
      const changes = (async () => {
        let count = 0
        for (; isFilling; count++) await change(sql`idx % 3 = ${count % 3}::int`)
        return count
      })()
      // Batches of one element, so that changes come before, between and after them.
      await another(shop.database, 1).keep()
      isFilling = false
      assert.ok((await changes) > 3)
      await shop.catalog.refresh()
      assert.ok(current().fieldTable)
      assert.equal(await differences(), 0)
    })

    it('is continued by the next call when it was interrupted, and not used meanwhile', async () => {
      let batches = 0
      const stopping: Database = {
        ...shop.database,
        async transaction(work) {
          if (batches++ === 3) throw new Error('killed')
          return shop.database.transaction(work)
        },
      }
      await assert.rejects(another(stopping).keep(), /killed/)
      await shop.catalog.refresh()
      assert.equal(current().fieldTable, undefined)
      await change()
      const written: number[] = []
      const counting: Database = {
        ...shop.database,
        async transaction(work) {
          const result = await shop.database.transaction(work)
          if (typeof result === 'number') written.push(result)
          return result
        },
      }
      await another(counting).keep()
      assert.deepEqual(written, [10, 10, 10, 0])
      assert.equal(await differences(), 0)
    })

    it('is filled after an interruption also where no field has a column', async () => {
      const { database } = shop
      const pages = await shop.deploy(`pages${number}`, file('  - { code: text, type: string, view: html }\n'))
      await insertElements(database, pages.id, 20, numbered)
      await database.single.rows(sql`update element_count set all_rows = 20 where app = ${pages.id} and slot = 3`)
      const stopping: Database = {
        ...database,
        async transaction(work) {
          const result = await database.transaction(work)
          if (typeof result === 'number') throw new Error('killed')
          return result
        },
      }
      await assert.rejects(another(stopping, 5).keep(), /killed/)
      await shop.fieldTables.keep()
      assert.equal(shop.application(pages.code).fieldTable!.size, 0)
      assert.equal(await differences(), 0)
      const row = await database.reader.row(sql`select count(*)::int as rows from ${fieldTable(pages)}`)
      assert.deepEqual({ ...row }, { rows: 20 })
    })

    it('gets the columns of new and changed fields, which lists use once they are filled', async () => {
      await shop.fieldTables.keep()
      const before = current().fieldTable!
      const fields =
        '  - { code: amount, type: string }\n  - { code: note, type: string }\n  - { code: due, type: datetime }\n'
      await change(sql`idx < 5`)
      const changed = await shop.deploy(letters.code, file(fields))
      assert.deepEqual([...changed.fieldTable!.keys()], ['amount', 'note', 'due'])
      assert.equal(changed.fieldTable!.get('note')!.name, before.get('note')!.name)
      assert.notEqual(changed.fieldTable!.get('amount')!.name, before.get('amount')!.name)
      assert.equal(await differences(), 0)
    })

    it('writes the rows of those elements only that have a value of an added field, of whatever type', async () => {
      await shop.fieldTables.keep()
      const { reader, single } = shop.database
      await single.rows(sql`
        update element set body = body || '{"paid": true, "due": "2026-01-02T03:04:05Z"}' where app = ${letters.id} and idx <= 3`)
      const rows = async (): Promise<string[]> => {
        const found = await reader.rows<{ at: string }>(
          sql`select id || ' ' || ctid as at from ${fieldTable(letters)} order by id`,
        )
        return found.map(({ at }) => at)
      }
      const before = await rows()
      const values = 'values: [{ code: x, name: X }]'
      const more = [
        'boolean',
        'datetime',
        'money',
        'user',
        'file',
        'role',
        'directory',
        'full_name',
        `category, ${values}`,
      ]
        .map((type, at) => `  - { code: ${['paid', 'due'][at] ?? `more${at}`}, type: ${type}, indexed: ${at < 3} }\n`)
        .join('')
      const changed = await shop.deploy(letters.code, file(`  - { code: amount, type: number }\n${more}`))
      assert.ok(changed.fieldTable!.has('paid') && changed.fieldTable!.size > 8)
      assert.equal(await differences(), 0)
      const written = (await rows()).filter((row) => !before.includes(row))
      assert.equal(written.length, 3)
    })

    it('has the right values of a field that was changed to another type and back before the table was complete', async () => {
      await shop.fieldTables.keep()
      const { name } = current().fieldTable!.get('amount')!
      const stopping: Database = {
        ...shop.database,
        async transaction(work) {
          const result = await shop.database.transaction(work)
          if (typeof result === 'number') throw new Error('killed')
          return result
        },
      }
      const { database, catalog } = shop
      const files = (text: string) => shopFiles({ [letters.code]: text })
      const consent = { allowDestructive: true }
      await deploy({ database, catalog }, files(file('  - { code: amount, type: string }\n')), consent)
      await assert.rejects(another(stopping).keep(), /killed/)
      await insertElements(shop.database, letters.id, 5, numbered)
      await deploy({ database, catalog }, files(amountAndNote), consent)
      assert.equal(current().fieldTable!.has('amount'), false)
      await shop.fieldTables.keep()
      assert.equal(current().fieldTable!.get('amount')!.name, name)
      assert.equal(await differences(), 0)
    })

    it('loses the columns that no field has after a minute, when no node reads them any more', async () => {
      await shop.fieldTables.keep()
      const gone = current().fieldTable!.get('note')!.name
      const has = async (): Promise<boolean> => (await shop.database.reader.rows(columnOf(letters, gone))).length > 0
      await shop.deploy(letters.code, file('  - { code: amount, type: number }\n'))
      assert.equal(await has(), true)
      await shop.database.single.rows(
        sql`update field_table set outdated_since = outdated_since - interval '2 minutes'`,
      )
      await shop.fieldTables.periodic.run(new AbortController().signal)
      assert.equal(await has(), false)
      const stored = (await storedFieldTables(shop.database.reader)).find(({ app }) => app === letters.id)
      assert.equal(stored!.isOutdated, false)
      assert.equal(await differences(), 0)
    })

    it('is compared with the elements, also in parts: changed, missing and additional rows are found', async () => {
      await shop.fieldTables.keep()
      const { single, reader } = shop.database
      const table = fieldTable(letters)
      const rows = await reader.rows<{ id: string }>(sql`select id::text as id from ${table} order by id`)
      const [changed, missing, additional] = [rows[5]!.id, rows[30]!.id, 'ffffffff-ffff-7fff-8fff-ffffffffffff']
      await single.rows(sql`update ${table} set status = 77 where id = ${changed}`)
      await single.rows(sql`update ${table} set id = ${additional} where id = ${missing}`)
      const found = (ids: readonly string[]): string[] => ids.map((id) => `shop.${letters.code}/${id}`)
      const place = (at: number): string => `${letters.id}/${rows[at]!.id}`
      assert.deepEqual(await shop.fieldTables.wrongRows(undefined, null), found([changed, missing, additional]))
      assert.deepEqual(await shop.fieldTables.wrongRows(undefined, place(10)), found([changed]))
      assert.deepEqual(await shop.fieldTables.wrongRows(place(10), place(30)), found([missing]))
      assert.deepEqual(await shop.fieldTables.wrongRows(place(30), null), found([additional]))
      // As docs/operate.md says.
      await single.rows(sql`update field_table set columns = null, filling = '{}' where app = ${letters.id}`)
      await single.rows(sql`update catalog set version = version + 1`)
      await shop.catalog.refresh()
      assert.equal(current().fieldTable, undefined)
      await shop.fieldTables.periodic.run(new AbortController().signal)
      assert.ok(current().fieldTable)
      assert.equal(await differences(), 0)
    })

    it('waits for a long transaction that writes elements, without holding up others for long', async (t) => {
      if (shop.database.kind === 'embedded') return t.skip('the embedded database has one session')
      const [ended, end] = gate()
      const long = shop.database.transaction(async (tx) => {
        await tx.rows(sql`update element set updated_at = now() where app = ${letters.id} and idx = 1`)
        await ended
      })
      const kept = shop.fieldTables.keep()
      await wait(100)
      const beganMs = performance.now()
      await change(sql`idx = 2`)
      assert.ok(performance.now() - beganMs < 5_000)
      assert.equal(current().fieldTable, undefined)
      end()
      await Promise.all([long, kept])
      assert.equal(await differences(), 0)
    })

    it('is not marked as usable while definitions are being applied', async (t) => {
      if (shop.database.kind === 'embedded') return t.skip('the embedded database has one session')
      const [applied, end] = gate()
      const applying = shop.database.transaction(async (tx) => {
        await lockDefinitions(tx)
        await applied
      })
      const kept = shop.fieldTables.keep()
      await wait(500)
      await shop.catalog.refresh()
      assert.equal(current().fieldTable, undefined)
      end()
      await Promise.all([applying, kept])
      assert.ok(current().fieldTable)
    })
  })
})

const columnOf = (application: Application, name: string) =>
  sql`select from pg_attribute where attname = ${name} and attrelid = (
    select oid from pg_class where relname = ${fieldTableName(application)})`
