import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../../foundation/db/sql.ts'
import { alike, tryImports } from '../../import/shop.fixture.ts'

const definition = `
name: Goods
fields: [{ code: title, type: string }, { code: color, type: string }]
statuses: [{ code: a, name: A }, { code: b, name: B }]
`
const shop = await tryImports(alike(definition, 2))
after(() => shop[Symbol.asyncDispose]())

const { elements, caller, database } = shop

test('the answer of a write is the text that a later request returns', async () => {
  const application = { namespace: 'shop', code: shop.nextApp() }
  const made = await elements.create(caller, application, { title: 'one' })
  const address = { ...application, id: made.id }
  const stored = async () => (await elements.get(caller, address)).item.text
  assert.equal(made.item.text, await stored())
  const changed = await elements.update(caller, address, { color: 'red' })
  assert.equal(changed.item.text, await stored())
  const moved = await elements.setStatus(caller, address, 'b')
  assert.equal(moved.item.text, await stored())
  const left = await elements.setStatus(caller, address, 'b')
  assert.equal(left.item.text, await stored())
  assert.deepEqual(
    [made, changed, moved, left].map(({ action, rev }) => [action, rev]),
    [
      ['create', '1'],
      ['update', '2'],
      ['set-status', '3'],
      [undefined, '3'],
    ],
  )
})

test('each of many changes at the same time follows the digest of the change before', async () => {
  const application = { namespace: 'shop', code: shop.nextApp() }
  const { id } = await elements.create(caller, application, { title: 'zero' })
  const address = { ...application, id }
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? elements.update(caller, address, { title: `title ${n}` })
        : elements.update(caller, address, { color: `color ${n}` }),
    ),
  )
  const rows = await database.reader.rows<{ follows: boolean | null }>(sql`
    select digest_before = lag(digest_after) over (order by rev) as follows from element_history where id = ${id} order by rev`)
  assert.deepEqual(
    rows.map(({ follows }) => follows),
    [null, ...Array.from({ length: 20 }, () => true)],
  )
})
