import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import { verifyElements } from '../../../foundation/audit/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { readFolder } from '../../../solutions/files/read-folder.ts'
import {
  bodyOf,
  deploy,
  openCatalog,
  planned,
  putElement,
  rowVersions,
  shopFiles,
} from '../../../solutions/solution.fixture.ts'
import type { ApplicationCatalog } from '../../applications/application-catalog.ts'
import { applicationId } from '../../applications/compile.ts'
import { purgeRemovedFields } from './purge.ts'

const order = `name: Orders
fields:
  - { code: number, type: string, maxLength: 20 }
  - { code: amount, type: number }
  - code: kind
    type: category
    values: [{ code: retail, name: Retail }, { code: trade, name: Trade }]
statuses:
  - { code: new, name: New }
  - { code: paid, name: Paid }
  - { code: done, name: Done, final: true }
`
const without = (line: string): string => order.replace(new RegExp(`^.*${line}.*\n`, 'm'), '')
const refusal = (code: string, pattern: RegExp) => (error: { code?: string; message: string }) => {
  assert.equal(error.code, code)
  assert.match(error.message, pattern)
  return true
}

describe('apply', () => {
  let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }

  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
  })
  after(async () => {
    await shop.database.close()
  })

  it('the sample solution is deployed; a second apply has no changes and writes nothing', async () => {
    await using database = await openTestDatabase()
    const office = { database, catalog: await openCatalog(database) }
    const files = await readFolder(new URL('../../../../test/solutions/office', import.meta.url).pathname)
    const changes = await deploy(office, files)
    assert.match(
      changes.join('\n'),
      /adds the application ref\.counterparties "Counterparties" with 13 fields and 4 statuses/,
    )
    const written = await rowVersions(database)
    assert.deepEqual(await deploy(office, files), [])
    assert.equal(await rowVersions(database), written)
    assert.deepEqual(
      office.catalog.applications().map(({ code }) => code),
      ['contracts', 'incoming', 'outgoing', 'contacts', 'counterparties', 'products'],
    )
    const { statuses, uniqueKeys } = office.catalog.application('ref', 'counterparties')!
    assert.deepEqual(
      statuses.map(({ id, code, final }) => [id, code, final]),
      [
        [1, 'new', false],
        [2, 'verified', false],
        [3, 'suspicious', false],
        [4, 'closed', true],
      ],
    )
    assert.deepEqual(uniqueKeys, [['tax_id'], ['register_number']])
  })

  it('a new application is in the catalog immediately and has counters', async () => {
    const changes = await deploy(shop, shopFiles({ opening: order }))
    assert.deepEqual(changes, [
      'shop: adds the solution "Shop" 1.0.0',
      'shop: adds the namespace "shop"',
      'shop.opening: adds the application shop.opening "Orders" with 3 fields and 3 statuses',
    ])
    const application = shop.catalog.application('shop', 'opening')!
    assert.equal(application.version, 1)
    assert.equal(shop.catalog.origin(application).solution, 'shop')
    const counters = await shop.database.reader.row<{ slots: string; next: string }>(sql`
      select (select count(*) from element_count where app = ${application.id}) as slots,
        (select next from element_index where app = ${application.id}) as next`)
    assert.deepEqual({ ...counters }, { slots: '16', next: '1' })
  })

  it('a destructive change without consent is refused, with an error that names the change; nothing is changed', async () => {
    await deploy(shop, shopFiles({ order }), { allowDestructive: true })
    await putElement(
      shop.database,
      'order',
      { number: 'A-1', amount: 5, kind: [{ code: 'trade', name: 'Trade' }] },
      { status: 2 },
    )
    const written = await rowVersions(shop.database)
    const slimmer = without('amount')
      .replace(', { code: trade, name: Trade }', '')
      .replace(/^.*paid.*\n/m, '')
      .replace('maxLength: 20', 'maxLength: 5')
    const plan = await planned(shop, shopFiles({ order: slimmer }))
    assert.deepEqual(
      plan.changes
        .filter(({ destructive }) => destructive)
        .map(({ kind, what, path, sentence }) => `${kind} ${what} ${path}: ${sentence}`),
      [
        'remove field shop.order.amount: removes the field "amount"; its values are kept for 30 days and come back with it (1 element with a value)',
        'change field shop.order.number: the field "number" maxLength 20 becomes 5; existing values stay until they are next changed (1 element with a value)',
        'change field shop.order.kind: the field "kind" loses the value "trade"; elements keep it until they are next changed (1 element with it)',
        'remove status shop.order.__status.paid: removes the status "paid"; its number 2 stays reserved (1 element in it)',
      ],
    )
    await assert.rejects(
      deploy(shop, shopFiles({ order: slimmer })),
      refusal('definition.consent_needed', /removes the field "amount"/),
    )
    assert.equal(await rowVersions(shop.database), written)
    await deploy(shop, shopFiles({ order: slimmer }), { allowDestructive: true })
    assert.deepEqual(shop.catalog.application('shop', 'order')!.removedFields, ['amount'])
  })

  it('narrowing a field needs no consent when no element has a value that is removed', async () => {
    await deploy(shop, shopFiles({ empty: order }), { allowDestructive: true })
    const narrower = order
      .replace(', { code: trade, name: Trade }', '')
      .replace(/^.*paid.*\n/m, '')
      .replace('type: number', 'type: number, required: true')
    await deploy(shop, shopFiles({ empty: narrower }))
    assert.equal(shop.catalog.application('shop', 'empty')!.fields.get('amount')!.required, true)
  })

  it('status numbers stay the same when statuses are reordered, removed and added', async () => {
    const numbers = () => shop.catalog.application('shop', 'order')!.statuses.map(({ id, code }) => `${code} ${id}`)
    const statuses = (...codes: string[]): string =>
      `name: Orders\nstatuses:\n${codes.map((code) => `  - { code: ${code}, name: ${code} }\n`).join('')}`
    await deploy(shop, shopFiles({ order: statuses('a', 'b', 'c') }), { allowDestructive: true })
    const first = Object.fromEntries(numbers().map((text) => text.split(' ')))
    await deploy(shop, shopFiles({ order: statuses('c', 'a') }))
    assert.deepEqual(numbers(), [`c ${first.c}`, `a ${first.a}`])
    await deploy(shop, shopFiles({ order: statuses('c', 'd', 'a') }))
    assert.deepEqual(numbers(), [`c ${first.c}`, `d ${Number(first.c) + 1}`, `a ${first.a}`])
    await deploy(shop, shopFiles({ order: statuses('b', 'c') }))
    assert.deepEqual(numbers(), [`b ${first.b}`, `c ${first.c}`])
  })

  it('a removed field that is added again has its earlier values', async () => {
    await deploy(shop, shopFiles({ removed: order }), { allowDestructive: true })
    const id = await putElement(shop.database, 'removed', { amount: 7 })
    await deploy(shop, shopFiles({ removed: without('amount') }), { allowDestructive: true })
    assert.deepEqual(shop.catalog.application('shop', 'removed')!.removedFields, ['amount'])
    const changes = await deploy(shop, shopFiles({ removed: order }))
    assert.match(changes.join('\n'), /the kept values of the field "amount" come back/)
    assert.deepEqual(shop.catalog.application('shop', 'removed')!.removedFields, [])
    assert.deepEqual(await bodyOf(shop.database, id), { amount: 7 })
  })

  it('a field that is added again with another type does not show the earlier values, until it has the earlier type again', async () => {
    await deploy(shop, shopFiles({ retyped: order }), { allowDestructive: true })
    const id = await putElement(shop.database, 'retyped', { amount: 7 })
    await deploy(shop, shopFiles({ retyped: without('amount') }), { allowDestructive: true })
    const asText = order.replace('amount, type: number', 'amount, type: string')
    await deploy(shop, shopFiles({ retyped: asText }))
    const [keptAs] = shop.catalog.application('shop', 'retyped')!.removedFields
    assert.deepEqual(await bodyOf(shop.database, id), { [keptAs!]: 7 })
    await deploy(shop, shopFiles({ retyped: order }), { allowDestructive: true })
    assert.deepEqual(await bodyOf(shop.database, id), { amount: 7 })
  })

  it('values of removed fields are deleted after 30 days and not earlier', async () => {
    await deploy(shop, shopFiles({ purged: order }), { allowDestructive: true })
    const id = await putElement(shop.database, 'purged', { amount: 7, number: 'x' })
    await deploy(shop, shopFiles({ purged: without('amount') }), { allowDestructive: true })
    const dayMs = 24 * 60 * 60 * 1000
    await purgeRemovedFields(shop.database, Date.now() + 29 * dayMs)
    assert.deepEqual(await bodyOf(shop.database, id), { amount: 7, number: 'x' })
    assert.ok((await purgeRemovedFields(shop.database, Date.now() + 31 * dayMs)) >= 1)
    assert.deepEqual(await bodyOf(shop.database, id), { number: 'x' })
    await shop.catalog.refresh()
    assert.deepEqual(shop.catalog.application('shop', 'purged')!.removedFields, [])
  })

  it('when the name of a category value changes, the name in the elements changes too', async () => {
    await deploy(shop, shopFiles({ named: order }), { allowDestructive: true })
    const id = await putElement(shop.database, 'named', { kind: [{ code: 'trade', name: 'Trade' }] })
    await putElement(shop.database, 'named', { kind: null })
    await deploy(shop, shopFiles({ named: order.replace('name: Trade', 'name: Wholesale') }))
    assert.deepEqual(await bodyOf(shop.database, id), { kind: [{ code: 'trade', name: 'Wholesale' }] })
  })

  it('columns removed from a table are removed from its rows, and the previous table is stored', async () => {
    const table = (columns: string): string =>
      `name: T\nfields:\n  - { code: items, type: table, columns: [${columns}] }\n`
    const [what, count] = ['{ code: what, type: string }', '{ code: count, type: number }']
    await deploy(shop, shopFiles({ tables: table(`${what}, ${count}`) }), { allowDestructive: true })
    const items = { rows: [{ what: 'ink', count: 2 }], result: {} }
    const id = await putElement(shop.database, 'tables', { items })
    await deploy(shop, shopFiles({ tables: table(what) }), { allowDestructive: true })
    const [keptAs] = shop.catalog.application('shop', 'tables')!.removedFields
    assert.deepEqual(await bodyOf(shop.database, id), {
      items: { rows: [{ what: 'ink' }], result: {} },
      [keptAs!]: items,
    })
  })

  it('a removed application is not in the catalog, and continues its version numbers when it is restored', async () => {
    await deploy(shop, shopFiles({ leaving: order }), { allowDestructive: true })
    const id = await putElement(shop.database, 'leaving', { amount: 1 })
    await assert.rejects(
      deploy(shop, shopFiles({})),
      refusal('definition.consent_needed', /removes the application shop\.leaving/),
    )
    await deploy(shop, shopFiles({}), { allowDestructive: true })
    assert.equal(shop.catalog.application('shop', 'leaving'), undefined)
    assert.match((await deploy(shop, shopFiles({ leaving: order }))).join(), /brings the application shop\.leaving/)
    assert.equal(shop.catalog.application('shop', 'leaving')!.version, 3)
    assert.deepEqual(await bodyOf(shop.database, id), { amount: 1 })
  })

  it('two concurrent applies are both complete, and the second one sees the result of the first', async () => {
    const [one, two] = [order, without('amount')]
    await deploy(shop, shopFiles({ race: order, other: order }), { allowDestructive: true })
    const consent = { allowDestructive: true }
    const a = shopFiles({ race: two, other: two })
    const b = shopFiles({ race: one.replace('Orders', 'Sales'), other: one.replace('Orders', 'Sales') })
    await Promise.all([
      deploy(shop, a, consent),
      deploy(shop, b, consent),
      deploy(shop, a, consent),
      deploy(shop, b, consent),
    ])
    const [race, other] = ['race', 'other'].map((code) => shop.catalog.application('shop', code)!)
    assert.deepEqual([race!.name, [...race!.fields.keys()]], [other!.name, [...other!.fields.keys()]])
    assert.equal(race!.fields.has('amount'), race!.name === 'Sales')
    await deploy(shop, b, consent)
    assert.deepEqual(await deploy(shop, b, consent), [])
  })

  it('an apply that fails halfway leaves nothing behind', async () => {
    await deploy(shop, shopFiles({ half: order }), { allowDestructive: true })
    await shop.database.single.rows(sql`create table bi.shop_later (x int)`)
    const written = await rowVersions(shop.database)
    await assert.rejects(deploy(shop, shopFiles({ half: order.replace('Orders', 'Half'), later: order })))
    assert.equal(await rowVersions(shop.database), written)
    await shop.database.single.rows(sql`drop table bi.shop_later`)
    assert.equal(shop.catalog.application('shop', 'half')!.name, 'Orders')
    assert.equal(applicationId('shop', 'half'), shop.catalog.application('shop', 'half')!.id)
  })

  // This test runs last, because it checks everything that the tests above have moved and deleted.
  it('values that are moved, renamed or deleted have digests that verify accepts', async () => {
    const causes = await shop.database.reader.rows<{ cause: string }>(sql`select distinct cause from element_proof`)
    assert.deepEqual(causes.map(({ cause }) => cause).sort(), ['apply', 'purge'])
    const { elements, unproved, problems } = await verifyElements(shop.database.reader)
    assert.ok(elements > 5)
    assert.deepEqual([unproved, problems], [0, []])
    await shop.database.single.rows(sql`update element set body = '{}' where id in (select id from element_proof)`)
    assert.ok((await verifyElements(shop.database.reader)).wrong > 3)
  })
})
