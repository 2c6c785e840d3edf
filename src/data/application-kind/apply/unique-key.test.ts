import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import {
  deploy,
  openCatalog,
  planned,
  putElement,
  rowVersions,
  shopFiles,
} from '../../../solutions/solution.fixture.ts'
import type { ApplicationCatalog } from '../../applications/application-catalog.ts'
import { applicationId } from '../../applications/compile.ts'

const consent = { allowDestructive: true }
const file = (unique: string, kind = 'string'): string => `name: Things
fields:
  - { code: a, type: ${kind} }
  - { code: b, type: string }
  - { code: sort, type: category, values: [{ code: x, name: X }] }
unique: ${unique}
`

describe('unique keys', () => {
  let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }
  const keys = async (code: string): Promise<string[]> => {
    const rows = await shop.database.reader.rows<{ key: string; value: string }>(
      sql`select key, value from element_key where app = ${applicationId('shop', code)} order by key, value`,
    )
    return rows.map(({ key, value }) => `${key} ${value}`)
  }

  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
  })
  after(async () => {
    await shop.database.close()
  })

  it('a new key gets rows for the live elements that have a value in every part', async () => {
    await deploy(shop, shopFiles({ fill: file('[]') }))
    await putElement(shop.database, 'fill', { a: '1', b: 'x' })
    await putElement(shop.database, 'fill', { a: '1', b: 'y' })
    await putElement(shop.database, 'fill', { a: '1' })
    await putElement(shop.database, 'fill', { a: '', b: 'x' })
    await putElement(shop.database, 'fill', { a: '1', b: 'x' }, { deleted: true })
    // The order of the codes within a key has no meaning.
    await deploy(shop, shopFiles({ fill: file('[[b, a]]') }), consent)
    assert.deepEqual(await keys('fill'), ['a,b ["1", "x"]', 'a,b ["1", "y"]'])
    assert.deepEqual(await deploy(shop, shopFiles({ fill: file('[[a, b]]') })), [])
    assert.deepEqual(await deploy(shop, shopFiles({ fill: file('[]') })), [
      'shop.fill(a,b): a,b need not be unique any more',
    ])
    assert.deepEqual(await keys('fill'), [])
  })

  it('a key is refused when elements share its values, even with consent; the error names the values', async () => {
    await deploy(shop, shopFiles({ clash: file('[]') }), consent)
    for (const a of ['7701', '7701', '7702', '7703', '7703', '']) await putElement(shop.database, 'clash', { a })
    const written = await rowVersions(shop.database)
    const plan = await planned(shop, shopFiles({ clash: file('[a]') }))
    const [change] = plan.changes.filter(({ blocked }) => blocked)
    assert.equal(change!.sentence, 'no two elements may share a, but several do: "7701", "7703"')
    await assert.rejects(
      deploy(shop, shopFiles({ clash: file('[a]') }), consent),
      (error: { code: string; message: string }) => {
        assert.equal(error.code, 'definition.blocked')
        assert.match(error.message, /"7701", "7703"/)
        return true
      },
    )
    assert.equal(await rowVersions(shop.database), written)
  })

  it('the rows of a key follow values that are removed and restored', async () => {
    await deploy(shop, shopFiles({ follow: file('[a, b]') }), consent)
    await putElement(shop.database, 'follow', { a: '1', b: 'x' })
    await deploy(shop, shopFiles({ follow: file('[]') }), consent)
    await deploy(shop, shopFiles({ follow: file('[a, b]') }), consent)
    assert.deepEqual(await keys('follow'), ['a ["1"]', 'b ["x"]'])
    await deploy(shop, shopFiles({ follow: file('[a, b]', 'number') }), consent)
    assert.deepEqual(await keys('follow'), ['b ["x"]'])
    await deploy(shop, shopFiles({ follow: file('[a, b]') }), consent)
    assert.deepEqual(await keys('follow'), ['a ["1"]', 'b ["x"]'])
  })

  it('the rows of a key follow a category value that is renamed', async () => {
    await deploy(shop, shopFiles({ sorted: file('[]') }), consent)
    await putElement(shop.database, 'sorted', { sort: [{ code: 'x', name: 'X' }] })
    await deploy(shop, shopFiles({ sorted: file('[sort]') }), consent)
    assert.deepEqual(await keys('sorted'), ['sort [[{"code": "x", "name": "X"}]]'])
    await deploy(shop, shopFiles({ sorted: file('[sort]').replace('name: X', 'name: Y') }), consent)
    assert.deepEqual(await keys('sorted'), ['sort [[{"code": "x", "name": "Y"}]]'])
  })

  it('a change is blocked when the values that it restores would violate a key', async () => {
    await deploy(shop, shopFiles({ back: file('[]') }), consent)
    await putElement(shop.database, 'back', { a: '1' })
    await putElement(shop.database, 'back', { a: '1' })
    await deploy(shop, shopFiles({ back: file('[]', 'number') }), consent)
    await assert.rejects(deploy(shop, shopFiles({ back: file('[a]') }), consent), { code: 'definition.blocked' })
    assert.equal(shop.catalog.application('shop', 'back')!.fields.get('a')!.type.word, 'number')
  })
})
