import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { deploy, openCatalog, putElement, shopFiles } from '../../../solutions/solution.fixture.ts'

const [a, b, c] = [newId(), newId(), newId()]
const scans = '  - { code: scans, type: file, array: true }\n'
const pages = (columns: string) => `  - { code: pages, type: table, columns: [${columns}] }\n`
const both = '{ code: what, type: string }, { code: photo, type: image }'
const orders = (...fields: string[]) =>
  shopFiles({ orders: `name: Orders\nfields:\n  - { code: number, type: string }\n${fields.join('')}` })

async function uses(database: Database): Promise<string[]> {
  const rows = await database.reader.rows<{ use: string }>(sql`
    select field || ' ' || case file when ${a} then 'a' when ${b} then 'b' else 'c' end as use
    from file_use order by 1`)
  return rows.map(({ use }) => use)
}

it('the recorded uses of files follow file fields that are added, removed and restored', async () => {
  await using database = await openTestDatabase()
  const shop = { database, catalog: await openCatalog(database) }
  const consent = { allowDestructive: true }
  await deploy(shop, orders(scans, pages(both)))
  const table = { rows: [{ what: 'x', photo: [b] }], result: { photo: [c] } }
  await putElement(database, 'orders', { number: '1', scans: [a], pages: table })
  await deploy(shop, orders(pages(both)), consent)
  assert.deepEqual(await uses(database), ['pages.photo b', 'pages.photo c'])
  await deploy(shop, orders(scans, pages(both)), consent)
  assert.deepEqual(await uses(database), ['pages.photo b', 'pages.photo c', 'scans a'])
  await deploy(shop, orders(scans, pages('{ code: what, type: string }')), consent)
  assert.deepEqual(await uses(database), ['scans a'])
  await deploy(shop, orders('  - { code: scans, type: string }\n'), consent)
  assert.deepEqual(await uses(database), [])
})
