import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../test/database.ts'
import type { ApplicationCatalog } from '../data/applications/application-catalog.ts'
import { storedApplications } from '../data/applications/stored-applications.ts'
import type { Database } from '../foundation/db/database.ts'
import { nilId } from '../foundation/kit/ids.ts'
import { deploy, openCatalog, shopFiles } from './solution.fixture.ts'

const one = 'name: One\nfields: [{ code: a, type: string }]\n'
const consent = { allowDestructive: true }

describe('catalog', () => {
  let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }

  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
  })
  after(async () => {
    await shop.database.close()
  })

  it('is empty for an empty database', () => {
    assert.deepEqual(
      [shop.catalog.applications(), shop.catalog.namespaces(), shop.catalog.snapshot().solutions()],
      [[], [], []],
    )
    assert.equal(shop.catalog.application('shop', 'one'), undefined)
  })

  it('finds applications by name and by id, with their authors', async () => {
    await deploy(shop, shopFiles({ one }))
    const application = shop.catalog.application('shop', 'one')!
    assert.equal(shop.catalog.applicationById(application.id), application)
    const { createdBy, createdAt, solution } = shop.catalog.origin(application)
    assert.deepEqual([createdBy, solution], [nilId, 'shop'])
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.deepEqual(
      shop.catalog.namespaces().map(({ code, name }) => [code, name]),
      [['shop', 'Shop']],
    )
    assert.equal(shop.catalog.application('shop', 'constructor'), undefined)
  })

  it('gives snapshots that are frozen and do not change while others apply', async () => {
    await deploy(shop, shopFiles({ one }), consent)
    const before = shop.catalog.snapshot()
    const application = shop.catalog.application('shop', 'one')!
    await deploy(shop, shopFiles({ one: one.replace('One', 'Two') }))
    assert.equal(before.of(storedApplications)[0]!.application, application)
    assert.equal(application.name, 'One')
    assert.equal(shop.catalog.application('shop', 'one')!.name, 'Two')
    assert.throws(() => Object.assign(application, { name: 'x' }), TypeError)
    assert.throws(() => (before.of(storedApplications) as unknown[]).push(1), TypeError)
  })

  it('keeps the object of a definition that did not change', async () => {
    await deploy(shop, shopFiles({ one, other: one }), consent)
    const { other } = { other: shop.catalog.application('shop', 'other')! }
    await deploy(shop, shopFiles({ one: one.replace('One', 'Three'), other: one }))
    assert.equal(shop.catalog.application('shop', 'other'), other)
  })

  it('finds what another node applied at the next poll, which the embedded database does not need', async () => {
    const { database } = shop
    const other = await openCatalog(database)
    await deploy(shop, shopFiles({ one, polled: one }), consent)
    assert.equal(other.application('shop', 'polled'), undefined)
    for (const { run } of other.periodic) await run(new AbortController().signal)
    assert.equal(other.application('shop', 'polled') !== undefined, database.kind === 'postgres')
  })

  it('throws when a poll fails, and works at the next poll', async () => {
    let failing = false
    const reader = {
      ...shop.database.reader,
      row: (async (statement) => {
        if (failing) throw new Error('gone')
        return shop.database.reader.row(statement)
      }) as Database['reader']['row'],
    }
    const other = await openCatalog({ ...shop.database, reader })
    failing = true
    await assert.rejects(other.refresh(), /gone/)
    failing = false
    await deploy(shop, shopFiles({ one, again: one }), consent)
    await other.refresh()
    assert.ok(other.application('shop', 'again'))
  })
})
