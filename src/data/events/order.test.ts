import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { raiseTurns } from '../../foundation/audit/raise-turns.ts'
import { sql } from '../../foundation/db/sql.ts'
import { originOf } from '../elements/actions/action.ts'
import { changeElements } from '../elements/write/change-elements.store.ts'
import { EventReader } from './event-reader.ts'
import { aReader, shopOf, startShop } from './events.fixture.ts'
import { readBatch } from './read-batch.ts'

const shop = await startShop()
after(() => shop[Symbol.asyncDispose]())
const { database } = shop

describe('the order of events', () => {
  it('contains every kind of change, each once', async () => {
    const { application, create, update, setStatus } = shopOf(shop)
    const reader = await aReader(database, application.id)
    const id = await create('one')
    await update(id, { title: 'two' })
    await setStatus(id, 'b')
    await setStatus(id, 'b')
    await update(id, { __deletedAt: '2026-01-01T00:00:00Z' })
    await update(id, { __deletedAt: null })
    await reader.until(5)
    assert.deepEqual(reader.kinds(), ['1 created', '2 updated', '3 statusChanged', '4 deleted', '5 restored'])
    const [created, updated] = reader.seen
    assert.equal(created!.id, id)
    assert.equal(created!.by, shop.caller.userId)
    assert.match(created!.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.deepEqual([created!.changes, updated!.changes.title], [{}, ['one', 'two']])
  })

  it('is the same for any batch size', async () => {
    const { application, create, update } = shopOf(shop)
    const small = await aReader(database, application.id, { maxEvents: 2, name: 'small' })
    const large = await aReader(database, application.id, { name: 'large' })
    const ids = [await create('a'), await create('b'), await create('c')]
    for (const id of ids) await update(id, { title: 'new' })
    await small.until(6)
    await large.until(6)
    assert.deepEqual(small.seen, large.seen)
    assert.equal(new Set(small.seen.map(({ id, rev }) => `${id} ${rev}`)).size, 6)
  })

  it('keeps all rows of one transaction together, even when a batch is smaller', async () => {
    const { application, address } = shopOf(shop)
    const reader = await aReader(database, application.id, { maxEvents: 3, name: 'of one transaction' })
    const rows = Array.from({ length: 20 }, (_, index) => `t${index}`)
    await shop.run(address.code, `title\n${rows.join('\n')}\n`)
    await reader.until(20)
    assert.equal(new Set(reader.seen.map(({ id }) => id)).size, 20)
    assert.equal(new Set(reader.seen.map(({ turn }) => turn)).size, 1, 'the rows are of one transaction')
  })

  it('waits for a transaction that began earlier; for one element it is the order of the commits', async (test) => {
    if (database.kind === 'embedded') return test.skip('the embedded database runs one transaction at a time')
    const { application, source, create, update } = shopOf(shop)
    const reader = await aReader(database, application.id)
    const id = await create('one')
    await reader.until(1)
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const origin = originOf(shop.caller, shop.deps.clock)
    const long = database.transaction(async (tx) => {
      await tx.rows(sql`select pg_current_xact_id()`)
      begun.resolve()
      await goOn.promise
      const change = { id, rev: '2', change: { body: { title: 'three' } } }
      assert.equal((await changeElements(tx, { source, application, origin }, [change])).size, 1)
    })
    await begun.promise
    await update(id, { title: 'two' })
    assert.equal(await readBatch(database, reader.options), 'idle')
    assert.equal(reader.seen.length, 1, 'a row could still come before this one')
    goOn.resolve()
    await long
    await reader.until(3)
    assert.deepEqual(reader.kinds(), ['1 created', '2 updated', '3 updated'])
  })

  it('a reader that settles waits for a transaction that holds events back, but not for ever', async (test) => {
    if (database.kind === 'embedded') return test.skip('the embedded database runs one transaction at a time')
    const { application, create } = shopOf(shop)
    const seen: string[] = []
    const warned: string[] = []
    const reader = new EventReader(
      { database, log: (_level, message) => void warned.push(message) },
      {
        name: 'settling reader',
        handle: async (_tx, events) => void seen.push(...events.map(({ app }) => app)),
      },
    )
    await reader.settle()
    const holdBack = async (): Promise<() => Promise<void>> => {
      const begun = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      const long = database.transaction(async (tx) => {
        await tx.rows(sql`select pg_current_xact_id()`)
        begun.resolve()
        await goOn.promise
      })
      await begun.promise
      return async () => {
        goOn.resolve()
        await long
      }
    }
    const endFirst = await holdBack()
    await create('one')
    const settled = reader.settle()
    await wait(100)
    assert.ok(!seen.includes(application.id), 'the event is held back')
    await endFirst()
    await settled
    if (warned.length === 0) assert.ok(seen.includes(application.id))

    const endSecond = await holdBack()
    await reader.settle()
    await create('two')
    await reader.settle()
    assert.deepEqual(warned.slice(-1), ['a long transaction on the database server holds events back'])
    await endSecond()
    for (let left = 3000; seen.filter((app) => app === application.id).length < 2 && left > 0; left--) {
      await reader.settle()
      await wait(10)
    }
    assert.equal(seen.filter((app) => app === application.id).length, 2)
  })

  it('a reader that settles reports the events of a batch that was read meanwhile', async () => {
    const { application, create } = shopOf(shop)
    const seen: string[] = []
    let meanwhile: (() => Promise<void>) | undefined
    const row: typeof database.reader.row = async (statement) => {
      const first = meanwhile
      meanwhile = undefined
      await first?.()
      return database.reader.row(statement)
    }
    const reader = new EventReader(
      { database: { ...database, reader: { ...database.reader, row } }, log: () => {} },
      { name: 'reported reader', handle: async (_tx, events) => void seen.push(...events.map(({ app }) => app)) },
    )
    await reader.settle()
    await create('one')
    meanwhile = async () => {
      // After the batch with the event comes an idle one.
      while (!seen.includes(application.id) || (await reader.settle())) await reader.settle()
    }
    assert.equal(await reader.settle(), true)
  })

  it('continues after a restore into a cluster whose transaction numbers begin again', async () => {
    const { application, create, update } = shopOf(shop)
    const reader = await aReader(database, application.id)
    const id = await create('one')
    await reader.until(1)
    // The position may be ahead of every row, since it also counts transactions that changed no element.
    await database.single.rows(sql`update event_reader set turn = 5000000000 where name = ${reader.options.name}`)
    await database.single.rows(sql`update element set turn = 4999999999 where id = ${id}`)
    await raiseTurns(database)
    await update(id, { title: 'two' })
    await reader.until(2)
    assert.deepEqual(reader.kinds(), ['1 created', '2 updated'])
    await raiseTurns(database)
    const row = await database.reader.row<{ turns: string }>(sql`select audit_turn('0'::xid8) as turns`)
    assert.equal(row!.turns, '5000000000', 'turns that are high enough are left alone')
  })
})
