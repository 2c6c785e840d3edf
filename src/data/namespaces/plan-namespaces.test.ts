import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import type { Database } from '../../foundation/db/database.ts'
import { deploy, openCatalog, planned, type Shop } from '../../solutions/solution.fixture.ts'

const filesOf = (solution: string, namespaces: Readonly<Record<string, string>>) =>
  new Map([
    ['solution.yaml', `code: ${solution}\nname: S\nversion: 1.0.0\n`],
    ...Object.entries(namespaces).map(([code, text]) => [`namespaces/${code}/namespace.yaml`, text] as const),
  ])

describe('the namespaces of a solution', () => {
  let shop: Shop & { database: Database & AsyncDisposable }
  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
  })
  after(async () => {
    await shop.database.close()
  })

  it('are added, changed and removed, each change with its own sentence', async () => {
    assert.deepEqual(await deploy(shop, filesOf('shop', { a: 'name: A', b: 'name: B' })), [
      'shop: adds the solution "S" 1.0.0',
      'a: adds the namespace "a"',
      'b: adds the namespace "b"',
    ])
    assert.deepEqual(
      await deploy(shop, filesOf('shop', { a: 'name: AA\nicon: box\norder: 3\nvisibleTo: [global.all_users]' })),
      [
        'a: title "A" becomes "AA"',
        'a: icon becomes box',
        'a: place in the menu becomes 3',
        'a: is visible to global.all_users',
        'b: removes the namespace "b"',
      ],
    )
  })

  it('belong to one solution', async () => {
    await deploy(shop, filesOf('market', { stalls: 'name: Stalls' }))
    await assert.rejects(planned(shop, filesOf('shop', { stalls: 'name: Mine' })), {
      code: 'definition.invalid',
      message: 'namespaces/stalls/namespace.yaml: the namespace "stalls" belongs to the solution "market"',
    })
  })

  it('may depend on deployed solutions only', async () => {
    const files = filesOf('shop', { a: 'name: A' })
    files.set('solution.yaml', 'code: shop\nname: S\nversion: 1.0.0\ndependencies: [markt]\n')
    await assert.rejects(planned(shop, files), {
      message: /dependencies\[0\]: the solution "markt" is not deployed; did you mean "market"/,
    })
  })
})
