import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { createOnce } from '../../foundation/idempotency/once.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { createLists } from '../../query/index.ts'
import { ListUsage } from '../applications/field-tables/list-usage.ts'
import { createEvents } from '../events/index.ts'
import { alike, tryImports } from '../import/shop.fixture.ts'
import { Elements } from './elements.ts'

const papers = `
name: Papers
fields:
  - { code: title, type: string, required: true }
  - { code: scans, type: file, array: true }
statuses:
  - { code: draft, name: Draft, next: [signed] }
  - { code: signed, name: Signed, next: [filed] }
  - { code: filed, name: Filed, final: true }
unique: [title]
nameTemplate: '{$__index} {$title}'
`
const notes = 'name: Notes\nfields: [{ code: of, type: reference, to: shop.papers }]\n'
const closed = `${papers.replace('Papers', 'Closed')}access: { elements: [{ to: [everyone], may: [view] }] }\n`
const shop = await tryImports({ papers, notes, closed, ...alike(papers, 16) })
after(() => shop[Symbol.asyncDispose]())

const { elements, caller, database } = shop
const at = (code: string) => ({ namespace: 'shop', code })
const item = ({ item }: { item: { text: string } }) => JSON.parse(item.text)
const atOnce = () => {
  throw new Error('changed my mind')
}

/** Returns the numbers of all rows that a write creates in the database. */
async function traces() {
  const row = await database.reader.row(sql`
    select (select count(*) from element) as elements, (select count(*) from element_history) as history,
      (select count(*) from element_key) as keys, (select count(*) from file) as files,
      (select count(*) from file_use) as uses, (select count(*) from directory) as directories,
      (select count(*) from audit) as audit, (select count(*) from idempotency_key) as repeats,
      (select coalesce(sum(live), 0) from element_count) as live, (select count(*) from temporary_file) as uploads`)
  return row
}

/** Creates an element, changes its status, takes a number and attaches a file, as one step of a process may do. */
async function wholeStep(tx: Transaction, code: string, hash: string, by: Caller = caller) {
  const actions = elements.in(tx)
  const made = await actions.create(by, at(code), { title: 'step' })
  const address = { ...at(code), id: made.id }
  const signed = await actions.setStatus(by, address, 'signed')
  const number = await actions.takeNumber(by, at(code))
  const attached = await actions.attachFiles(by, address, 'scans', [{ hash, name: 'scan.txt' }])
  return { address, made, signed, number, attached }
}

describe('several actions of one transaction', () => {
  it('are all visible after the commit', async () => {
    const code = shop.nextApp()
    const hash = await shop.upload('the text')
    const { address, made, signed, number, attached } = await database.transaction((tx) => wholeStep(tx, code, hash))
    assert.deepEqual([made.action, signed.action, attached.action], ['create', 'set-status', 'update'])
    assert.deepEqual([made.rev, signed.rev, attached.rev, number], ['1', '2', '3', 2])
    const stored = item(await elements.get(caller, address))
    assert.deepEqual([stored.__statusCode, stored.__index, stored.__name], ['signed', 1, '1 step'])
    const [file] = stored.scans
    assert.equal((await shop.files.get(caller, file)).name, 'scan.txt')
    assert.equal(await shop.files.temporaryByHash(caller.userId, hash), undefined)
    const history = await elements.history(caller, address)
    assert.deepEqual(
      history.map(({ action }) => action),
      ['create', 'set-status', 'update'],
    )
    assert.equal(item(await elements.create(caller, at(code), { title: 'next' })).__index, 3)
  })

  it('leave nothing behind when the transaction fails, and the upload can be used again', async () => {
    const code = shop.nextApp()
    const hash = await shop.upload('the text')
    const before = await traces()
    const once = createOnce({ scope: [newId()], request: [], requestId: newId(), at: new Date() })
    const by = { ...caller, once, requestId: once.requestId }
    const work = async (tx: Transaction) => {
      await wholeStep(tx, code, hash, by)
      await wait(1).then(atOnce)
    }
    await assert.rejects(database.transaction(work), /changed my mind/)
    assert.deepEqual(await traces(), before)
    assert.ok(await shop.files.temporaryByHash(caller.userId, hash))
    const { made, number } = await database.transaction((tx) => wholeStep(tx, code, hash, by))
    assert.deepEqual([item(made).__index, number], [1, 2])
    assert.notEqual((await traces())?.repeats, before?.repeats)
  })

  it('leave nothing behind when one of them is refused', async () => {
    const code = shop.nextApp()
    const hash = await shop.upload('the text')
    const user = await shop.aUser(`user-${code}`)
    await elements.create(caller, at(code), { title: 'taken' })
    const existing = await elements.create(caller, at('closed'), { title: code })
    const refused: [string, RegExp, (tx: Transaction, id: string) => Promise<unknown>][] = [
      ['status', /can't follow/, (tx, id) => elements.in(tx).setStatus(caller, { ...at(code), id }, 'draft')],
      ['key', /same value in "title"/, (tx) => elements.in(tx).create(caller, at(code), { title: 'taken' })],
      ['own key', /same value in "title"/, (tx) => elements.in(tx).create(caller, at(code), { title: 'step' })],
      ['value', /is required/, (tx, id) => elements.in(tx).update(caller, { ...at(code), id }, { title: '' })],
      ['right', /may not/, (tx) => elements.in(tx).setStatus(user, { ...at('closed'), id: existing.id }, 'signed')],
      ['number', /may not/, (tx) => elements.in(tx).takeNumber(user, at('closed'))],
      [
        'upload',
        /upload/,
        (tx, id) => elements.in(tx).attachFiles(caller, { ...at(code), id }, 'scans', [{ hash: newId() }]),
      ],
    ]
    const before = await traces()
    for (const [name, message, action] of refused) {
      const work = async (tx: Transaction) => {
        const { address } = await wholeStep(tx, code, hash)
        await action(tx, address.id)
      }
      await assert.rejects(database.transaction(work), message, name)
      assert.deepEqual(await traces(), before, name)
    }
    assert.ok(await shop.files.temporaryByHash(caller.userId, hash))
  })

  it('see what the ones before them wrote', async () => {
    const ids = await database.transaction(async (tx) => {
      const actions = elements.in(tx)
      const paper = await actions.create(caller, at('papers'), { title: newId() })
      const note = await actions.create(caller, at('notes'), { of: [paper.id] })
      const other = await actions.create(caller, at('notes'), {})
      const address = { ...at('notes'), id: other.id }
      await actions.update(caller, address, { of: [paper.id] }, { rev: '1' })
      assert.deepEqual(item(await actions.get(caller, address)).of, [paper.id])
      await assert.rejects(actions.update(caller, address, { of: [] }, { rev: '1' }), {
        code: 'element.changed_meanwhile',
      })
      return [note.id, other.id]
    })
    for (const id of ids) assert.equal(item(await elements.get(caller, { ...at('notes'), id })).of.length, 1)
  })

  it('can continue after a refused one, which then has changed nothing', async () => {
    const code = shop.nextApp()
    const hash = await shop.upload('too late')
    const { id, refusal } = await database.transaction(async (tx) => {
      const actions = elements.in(tx)
      const { id } = await actions.create(caller, at(code), { title: 'one' })
      const twice = actions.create(caller, at(code), { title: 'one', scans: [{ hash }] })
      const refusal = await twice.catch((error) => error)
      await actions.create(caller, at(code), { title: 'two' })
      return { id, refusal }
    })
    assert.deepEqual([refusal.code, refusal.details], ['element.duplicate_key', { field: 'title', holder: id }])
    const rows = await shop.rows(code)
    assert.deepEqual(
      rows.map(({ title }) => title),
      ['one', 'two'],
    )
    assert.ok(await shop.files.temporaryByHash(caller.userId, hash))
  })

  it('delete and restore an element, and say when there is nothing to do', async () => {
    const code = shop.nextApp()
    const { id } = await elements.create(caller, at(code), { title: 'gone' })
    const address = { ...at(code), id }
    const done = await database.transaction(async (tx) => {
      const actions = elements.in(tx)
      const deleted = await actions.delete(caller, address)
      const again = await actions.delete(caller, address)
      await actions.create(caller, at(code), { title: 'gone' })
      await assert.rejects(actions.restore(caller, address), { code: 'element.duplicate_key' })
      return [deleted.action, again.action, again.rev]
    })
    assert.deepEqual(done, ['delete', undefined, '2'])
    const other = await elements.create(caller, at(code), { title: 'other' })
    const otherAddress = { ...at(code), id: other.id }
    assert.equal((await elements.delete(caller, otherAddress)).action, 'delete')
    assert.equal((await elements.restore(caller, otherAddress)).action, 'restore')
    assert.equal((await elements.restore(caller, otherAddress)).action, undefined)
  })

  it('store the idempotency key of their request once, with the first element', async () => {
    const code = shop.nextApp()
    const once = createOnce({ scope: [newId()], request: [], requestId: newId(), at: new Date() })
    const by = { ...caller, once, requestId: once.requestId }
    const hash = await shop.upload('the text')
    const { made } = await database.transaction((tx) => wholeStep(tx, code, hash, by))
    const key = await database.reader.row(sql`select object from idempotency_key where id = ${once.id}`)
    assert.deepEqual(key, { object: made.id })
    const other = { ...by, once: { ...once, requestId: newId() } }
    const repeated = database.transaction((tx) => elements.in(tx).create(other, at(code), { title: 'twice' }))
    await assert.rejects(repeated, { name: 'RepeatedKey' })
    assert.equal((await shop.rows(code)).length, 1)
  })

  it('are all repeated when the transaction is repeated', async () => {
    const code = shop.nextApp()
    const hash = await shop.upload('the text')
    let attempts = 0
    await database.transaction(async (tx) => {
      await wholeStep(tx, code, hash)
      attempts++
      if (attempts === 1) await tx.rows(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
    })
    assert.equal(attempts, 2)
    const rows = await shop.rows(code)
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['1 step'],
    )
  })

  it('lose nothing when two transactions change the same element at the same time', async () => {
    const code = shop.nextApp()
    const { id } = await elements.create(caller, at(code), { title: 'shared' })
    const address = { ...at(code), id }
    const hashes = await Promise.all(Array.from({ length: 6 }, (_, index) => shop.upload(`text ${index}`)))
    await Promise.all(
      hashes.map((hash, index) =>
        database.transaction(async (tx) => {
          await elements.in(tx).create(caller, at(code), { title: `beside ${index}` })
          await elements.in(tx).attachFiles(caller, address, 'scans', [{ hash }])
        }),
      ),
    )
    const shared = item(await elements.get(caller, address))
    assert.equal(shared.scans.length, 6)
    const history = await elements.history(caller, address)
    assert.deepEqual(
      history.map(({ rev }) => rev),
      [1, 2, 3, 4, 5, 6, 7],
    )
    assert.equal((await shop.rows(code)).length, 7)
  })

  it('run one after another when two of them change the same element in the same way, and the second is refused', async () => {
    const code = shop.nextApp()
    const { id } = await elements.create(caller, at(code), { title: 'contract' })
    const sign = (title: string) =>
      database.transaction(async (tx) => {
        await elements.in(tx).setStatus(caller, { ...at(code), id }, 'signed')
        await elements.in(tx).setStatus(caller, { ...at(code), id }, 'filed')
        await elements.in(tx).create(caller, at(code), { title })
      })
    const ends = await Promise.allSettled([sign('a'), sign('b')])
    assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    assert.equal((await shop.rows(code)).length, 2)
    const [refused] = ends.filter((end) => end.status === 'rejected')
    assert.equal(refused!.reason.code, 'element.status_not_allowed')
  })

  it('leave nothing behind when two are sent concurrently', async () => {
    const code = shop.nextApp()
    const work = async (tx: Transaction) => {
      await Promise.all([1, 2, 3].map((n) => elements.in(tx).create(caller, at(code), { title: `paper ${n}` })))
    }
    await assert.rejects(database.transaction(work), /one after another/)
    assert.deepEqual(await shop.rows(code), [])
  })
})

describe('an action that runs alone', () => {
  it('sends one statement and opens no transaction', async () => {
    const code = shop.nextApp()
    let sent = 0
    const counted: typeof database = {
      ...database,
      single: {
        writes: true,
        rows<R extends object>(statement: Sql) {
          sent++
          return database.single.rows<R>(statement)
        },
        row<R extends object>(statement: Sql) {
          sent++
          return database.single.row<R>(statement)
        },
      },
      transaction: () => assert.fail('a transaction was opened'),
    }
    const { hook: events } = createEvents({ database: counted, clock: shop.deps.clock, log: shop.deps.log })
    const lists = createLists(database.reader)
    const deps = {
      ...shop.deps,
      database: counted,
      events,
      lists,
      openToRead: shop.deps.open,
      listUsage: new ListUsage(counted),
    }
    const watched = new Elements(deps)
    const { id } = await watched.create(caller, at(code), { title: 'alone' })
    const address = { ...at(code), id }
    assert.equal(sent, 1)
    await watched.update(caller, address, { title: 'changed' })
    await watched.setStatus(caller, address, 'signed')
    await watched.delete(caller, address)
    await watched.restore(caller, address)
    assert.equal(sent, 5)
  })
})

describe('events of several actions', () => {
  it('all have one turn and are in the order of the actions', async () => {
    const code = shop.nextApp()
    const hash = await shop.upload('the text')
    const { made } = await database.transaction((tx) => wholeStep(tx, code, hash))
    const rows = await database.reader.rows<{ action: string; turn: string }>(
      sql`select action, turn from element_history where id = ${made.id} order by turn, rev`,
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['create', 'set-status', 'update'],
    )
    assert.equal(new Set(rows.map(({ turn }) => turn)).size, 1)
  })
})
