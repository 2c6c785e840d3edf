import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../foundation/db/sql.ts'
import type { ElementEvent } from './event.ts'
import { aReader, positionOf, shopOf, startShop } from './events.fixture.ts'
import { createEvents } from './events.ts'
import { readBatch } from './read-batch.ts'

const shop = await startShop()
after(() => shop[Symbol.asyncDispose]())
const { database, deps } = shop

async function until(condition: () => boolean): Promise<void> {
  for (let left = 3000; !condition(); left--) {
    assert.ok(left > 0, 'it did not happen within 30 seconds')
    await wait(10)
  }
}

describe('readers of events', () => {
  it('read independently of each other', async () => {
    const { application, create } = shopOf(shop)
    const one = await aReader(database, application.id, { name: 'one' })
    await create('a')
    const other = await aReader(database, application.id, { name: 'other', beginning: 'oldest' })
    await one.until(1)
    await create('b')
    await other.until(2)
    assert.equal(one.seen.length, 1)
    await one.until(2)
    assert.deepEqual(one.seen, other.seen)
  })

  it('repeat a batch whose handler failed; nothing of the first attempt is left', async () => {
    const { application, create } = shopOf(shop)
    await database.single.rows(sql`create table handled (id uuid)`)
    let failures = 2
    const seen: ElementEvent[][] = []
    const reader = await aReader(database, application.id, {
      name: 'failing',
      async handle(tx, events) {
        seen.push([...events])
        for (const { id } of events) await tx.rows(sql`insert into handled values (${id})`)
        if (failures-- > 0) throw new Error('the handler failed')
      },
    })
    const ids = [await create('a'), await create('b')]
    const before = await positionOf(database, 'failing')
    for (let errors = 0; errors < 2; ) {
      await readBatch(database, reader.options).catch((error) => {
        assert.match(error.message, /the handler failed/)
        errors++
      })
    }
    assert.deepEqual(await positionOf(database, 'failing'), before)
    const handled = () => database.reader.rows<{ id: string }>(sql`select id::text from handled`)
    assert.deepEqual(await handled(), [])
    while ((await handled()).length < ids.length) await readBatch(database, reader.options)
    assert.deepEqual((await handled()).map(({ id }) => id).sort(), [...ids].sort())
    // A transaction of another test on the same server may have held the second event back at first.
    assert.deepEqual(seen[1]!.slice(0, seen[0]!.length), seen[0])
  })

  it('skip events that their handler does not need, and read later ones', async () => {
    const { application, create } = shopOf(shop)
    await database.single.rows(sql`create table need (since int)`)
    const reader = await aReader(database, application.id, { isNeeded: sql`exists (select from need)` })
    await create('a')
    // A transaction of another test on the same server may hold the event back at first.
    while ((await readBatch(database, reader.options)) !== 'skipped') await wait(10)
    assert.equal(await readBatch(database, reader.options), 'idle')
    await database.single.rows(sql`insert into need values (1)`)
    const id = await create('b')
    await reader.until(1)
    assert.deepEqual(
      reader.seen.map((event) => event.id),
      [id],
    )
  })

  it('never skip an event of something that began to be needed before', async (test) => {
    if (database.kind === 'embedded') return test.skip('the embedded database runs one transaction at a time')
    const { application, create } = shopOf(shop)
    await database.single.rows(sql`create table late_need (since int)`)
    const reader = await aReader(database, application.id, { isNeeded: sql`exists (select from late_need)` })
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const beginningNeed = database.transaction(async (tx) => {
      await tx.rows(sql`insert into late_need values (1)`)
      begun.resolve()
      await goOn.promise
    })
    await begun.promise
    // This transaction commits first, but its number is higher.
    const id = await create('a')
    for (let reads = 0; reads < 3; reads++) await readBatch(database, reader.options)
    goOn.resolve()
    await beginningNeed
    await reader.until(1)
    assert.deepEqual(
      reader.seen.map((event) => event.id),
      [id],
    )
  })

  it('read on one node at a time', async (test) => {
    if (database.kind === 'embedded') return test.skip('the embedded database has one node')
    const { application, create } = shopOf(shop)
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const seen: string[] = []
    const reader = await aReader(database, application.id, {
      async handle(_tx, events) {
        seen.push(...events.map(({ id }) => id))
        begun.resolve()
        await goOn.promise
      },
    })
    const id = await create('a')
    const oneNode = (async () => {
      while (seen.length === 0) await readBatch(database, reader.options)
    })()
    await begun.promise
    assert.equal(await readBatch(database, reader.options), 'idle')
    goOn.resolve()
    await oneNode
    assert.deepEqual(seen, [id])
  })
})

describe('a started reader', () => {
  const log = (): void => {}

  it('is woken by changes, continues at its position after a restart, and stops', async () => {
    const { application, create } = shopOf(shop)
    const seen: string[] = []
    const handle = async (_tx: unknown, happened: readonly ElementEvent[]): Promise<void> => {
      for (const event of happened) if (event.app === application.id) seen.push(event.id)
    }
    const first = createEvents({ ...deps, log })
    await first.reader({ name: 'restarted', handle }).start()
    const ids = [await create('a')]
    await until(() => seen.length === 1)
    await first.close()
    ids.push(await create('b'))
    await wait(50)
    assert.equal(seen.length, 1, 'a stopped reader reads nothing')
    const second = createEvents({ ...deps, log })
    await second.reader({ name: 'restarted', handle }).start()
    await until(() => seen.length === 2)
    ids.push(await create('c'))
    await until(() => seen.length === 3)
    await second.close()
    assert.deepEqual(seen, ids)
  })

  it('that is stopped while it starts reads nothing', async () => {
    const { application, create } = shopOf(shop)
    const seen: string[] = []
    const events = createEvents({ ...deps, log })
    const starting = events
      .reader({
        name: 'stopped early',
        async handle(_tx, happened) {
          for (const event of happened) if (event.app === application.id) seen.push(event.id)
        },
      })
      .start()
    await events.close()
    await starting
    await create('a')
    await wait(50)
    assert.deepEqual(seen, [])
  })

  it('tries again after a failure, and logs it', async () => {
    const { application, create } = shopOf(shop)
    const messages: string[] = []
    const events = createEvents({ ...deps, log: (_level, message) => void messages.push(message) })
    const seen: string[] = []
    let failures = 1
    await events
      .reader({
        name: 'logged',
        async handle(_tx, happened) {
          if (failures-- > 0) throw new Error('not now')
          for (const event of happened) if (event.app === application.id) seen.push(event.id)
        },
      })
      .start()
    const id = await create('a')
    await until(() => seen.length > 0)
    await events.close()
    assert.deepEqual(seen, [id])
    assert.deepEqual(messages, ['the event reader "logged" failed and will repeat the same events'])
  })

  it('cannot have the name of another reader', () => {
    const events = createEvents({ ...deps, log })
    const handle = async (): Promise<void> => {}
    events.reader({ name: 'twice', handle })
    assert.throws(() => events.reader({ name: 'twice', handle }), /two event readers with the name "twice"/)
  })
})
