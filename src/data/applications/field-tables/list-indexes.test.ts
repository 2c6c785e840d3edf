import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { id, sql } from '../../../foundation/db/sql.ts'
import { createLists, type ListShape, type PageRow, pageOf } from '../../../query/index.ts'
import type { Application } from '../application.ts'
import { foundIndexes, indexesOf, listIndexOf } from './field-indexes.store.ts'
import { fieldSchema } from './field-table.ts'
import { insertElements, openShop, type Shop } from './field-tables.fixture.ts'
import { body, file, plan, rows, shape } from './list-indexes.fixture.ts'
import { areListIndexesDue } from './list-indexes.store.ts'

let shop: Shop
before(async () => {
  shop = await openShop({ listIndexLimits: { uses: 3, spentMs: 30, averageMs: 5, ofApplication: 2 } })
})
after(() => shop.database.close())

let number = 0
/** Deploys an application with a field table and 200 elements. */
async function filled(): Promise<Application> {
  const { code, id: app } = await shop.deploy(`lists${++number}`, file)
  await insertElements(shop.database, app, 200, rows)
  await shop.database.single.rows(sql`
    insert into element_count (app, slot, live, all_rows, writes) values (${app}, 0, 200, 200, 1)
    on conflict (app, slot) do update set all_rows = 200, live = 200`)
  await shop.database.single.rows(sql`update element set deleted_at = now() where app = ${app} and idx > 190`)
  return shop.application(code)
}
const searchOften = (application: Application, of = shape, times = 3, ms = 10): void => {
  for (let time = 0; time < times; time++) shop.fieldTables.usage.searched(application, of, ms)
}
const passDays = (application: Application, days: number) =>
  shop.database.single.rows(sql`update list_index set used_on = used_on - ${days}::int where app = ${application.id}`)
const look = async (): Promise<unknown> => shop.fieldTables.periodic.run(new AbortController().signal)
const indexNames = async (application: Application): Promise<string[]> => {
  const usual = indexesOf(application).map(({ name }) => name)
  const found = await foundIndexes(shop.database.reader, application)
  return found.map(({ name }) => name).filter((name) => !usual.includes(name))
}
const nameFor = (application: Application, of = shape): string => listIndexOf(application, of)!.name

describe('an index for lists', () => {
  it('is built when lists of its shape are read often in a day, not before', async () => {
    const application = await filled()
    searchOften(application, shape, 2)
    await look()
    assert.deepEqual(await indexNames(application), [])
    searchOften(application, shape, 1)
    await look()
    assert.deepEqual(await indexNames(application), [nameFor(application)])
    assert.equal(shop.application(application.code).indexedShapes!.size, 1)
  })

  it('is not built for fast lists, nor for some lists on each of several days', async () => {
    const application = await filled()
    searchOften(application, shape, 100, 1)
    await look()
    await passDays(application, 1)
    searchOften(application, shape, 2)
    await look()
    await passDays(application, 1)
    searchOften(application, shape, 2)
    await look()
    assert.deepEqual(await indexNames(application), [])
    searchOften(application, shape, 1)
    await look()
    assert.deepEqual(await indexNames(application), [nameFor(application)])
  })

  it('is not built again beside an index of the application that is the same', async () => {
    const application = await filled()
    searchOften(application, { equal: ['__status'], sorted: [], compared: [], isLive: false }, 9)
    await look()
    assert.deepEqual(await indexNames(application), [])
  })

  it('gives the same pages and totals as before, and reads no row of the table', async () => {
    const application = await filled()
    const read = async (): Promise<unknown[]> => {
      const lists = createLists(shop.database.reader)
      const answers: unknown[] = []
      for (const ascending of [true, false])
        for (const from of [0, 30, 90]) {
          const request = body({ from, size: 40, sortExpressions: [{ field: 'weight', ascending }] })
          const { items, total } = await lists.run(plan(shop.application(application.code), request), async () =>
            lists.count(plan(shop.application(application.code), request)),
          )
          answers.push([items.text, total])
        }
      return answers
    }
    const before = await read()
    assert.ok(plan(application, body()).sorted)
    searchOften(application)
    await look()
    const indexed = shop.application(application.code)
    assert.deepEqual(await read(), before)
    assert.equal(plan(indexed, body()).sorted, undefined)
    for (const request of [body(), body({ size: 0 })]) {
      const text = await shop.planOf(indexed, request)
      assert.match(text, new RegExp(`Index Only Scan (?:Backward )?using "?${nameFor(indexed)}`), text)
    }
  })

  it('gives way to sorting where a field is tested for several values', async () => {
    const application = await filled()
    const several = body({ filter: { tf: { sort: ['x', 'y'], amount: { min: 2 } } } })
    assert.deepEqual(plan(application, several).shape, shape)
    searchOften(application)
    await look()
    const lists = createLists(shop.database.reader)
    const found = plan(shop.application(application.code), several)
    assert.ok(found.sorted)
    const [page, sorted] = [found.page!, found.sorted.read(true)].map((statement) =>
      shop.database.reader.row<PageRow>(statement),
    )
    assert.equal(pageOf((await page)!, 0).items.text, pageOf((await sorted)!, 0).items.text)
    assert.ok((await lists.count(found)) > 0)
  })

  it('is one of a limited number; the most used lists come first, one at each look', async () => {
    const application = await filled()
    const [second, third] = [
      { ...shape, sorted: [] },
      { ...shape, sorted: ['amount'], compared: [] },
    ]
    searchOften(application, third, 9)
    searchOften(application, second, 4)
    searchOften(application, shape, 5)
    await look()
    assert.deepEqual(await indexNames(application), [nameFor(application, third)])
    for (let times = 0; times < 3; times++) await look()
    const names = [nameFor(application, third), nameFor(application)].toSorted()
    assert.deepEqual(await indexNames(application), names)
  })

  it('is dropped when no list has used it for 30 days, and may come back', async () => {
    const application = await filled()
    searchOften(application)
    await look()
    await passDays(application, 30)
    await look()
    assert.equal((await indexNames(application)).length, 1)
    await passDays(application, 1)
    await look()
    assert.deepEqual(await indexNames(application), [])
    assert.equal(shop.application(application.code).indexedShapes, undefined)
    searchOften(application)
    await look()
    assert.equal((await indexNames(application)).length, 1)
  })

  it('is used when a node that was killed has begun it, and forgotten by the lists when somebody drops it', async () => {
    const application = await filled()
    searchOften(application)
    await shop.fieldTables.usage.save()
    await shop.database.outsideTransaction(listIndexOf(application, shape)!.create)
    assert.equal(shop.application(application.code).indexedShapes, undefined)
    await look()
    assert.equal(shop.application(application.code).indexedShapes!.size, 1)
    await shop.database.single.rows(sql`delete from list_index where app = ${application.id}`)
    await shop.database.outsideTransaction(sql`drop index ${id(fieldSchema)}.${id(nameFor(application))}`)
    await look()
    assert.equal(shop.application(application.code).indexedShapes, undefined)
  })

  it('is built again when it is missing, and dropped with its field', async () => {
    const application = await filled()
    searchOften(application)
    await look()
    await shop.database.outsideTransaction(sql`drop index ${id(fieldSchema)}.${id(nameFor(application))}`)
    await shop.fieldTables.keep()
    assert.equal((await indexNames(application)).length, 1)
    const without = await shop.deploy(application.code, file.replace('  - { code: weight, type: number }\n', ''))
    assert.deepEqual(await indexNames(without), [])
  })

  it('is built anew when its field gets another type, and lists are sorted until then', async () => {
    const application = await filled()
    searchOften(application)
    await look()
    const [earlier] = await indexNames(application)
    const changed = await shop.deploy(
      application.code,
      file.replace('amount, type: number', 'amount, type: money, currency: EUR'),
    )
    assert.notEqual(nameFor(changed), earlier)
    assert.deepEqual(await indexNames(changed), [nameFor(changed)])
    await shop.database.outsideTransaction(sql`drop index ${id(fieldSchema)}.${id(nameFor(changed))}`)
    await shop.catalog.refresh()
    await look()
    assert.deepEqual(await indexNames(changed), [nameFor(changed)])
  })

  it('that cannot be built is left out until the next day, and holds up no other', async () => {
    const application = await filled()
    const other: ListShape = { equal: ['paid'], sorted: [], compared: ['amount'], isLive: true }
    for (const each of [shape, other]) {
      searchOften(application, each)
      await shop.fieldTables.usage.save()
    }
    // A code that no check has seen, and that does not fit into an entry of an index.
    await shop.database.single.rows(sql`
      update element set body = body || jsonb_build_object('sort', jsonb_build_array(jsonb_build_object('code', long)))
      from (select string_agg(md5(n::text), '') as long from generate_series(1, 300) n) l
      where app = ${application.id} and idx = 1`)
    await shop.fieldTables.keep()
    assert.deepEqual(await indexNames(application), [nameFor(application, other)])
    searchOften(application)
    await look()
    assert.deepEqual(await indexNames(application), [nameFor(application, other)])
  })

  it('is forgotten with its application', async () => {
    const application = await filled()
    searchOften(application)
    await shop.fieldTables.usage.save()
    await filled()
    assert.equal(await areListIndexesDue(shop.database.reader), false)
  })

  it('is forgotten when its field gets an index of its own', async () => {
    const one: ListShape = { equal: ['sort'], sorted: [], compared: [], isLive: false }
    const application = await filled()
    searchOften(application, one)
    await look()
    assert.deepEqual(await indexNames(application), [nameFor(application, one)])
    await shop.deploy(
      application.code,
      file.replace('code: sort, type: category', 'code: sort, indexed: true, type: category'),
    )
    assert.deepEqual(await indexNames(shop.application(application.code)), [])
    assert.equal((await shop.database.reader.rows(sql`select from list_index where app = ${application.id}`)).length, 0)
  })

  it('does not contain what every update changes, nor long values', async () => {
    const application = await filled()
    assert.equal(listIndexOf(application, { ...shape, sorted: ['__updatedAt'] }), undefined)
    assert.equal(listIndexOf(application, { ...shape, sorted: ['title'] }), undefined)
    assert.equal(listIndexOf(application, { ...shape, equal: ['gone'] }), undefined)
  })
})
