import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Reader } from '../../../foundation/db/database.ts'
import { type Sql, sql, toStatement } from '../../../foundation/db/sql.ts'
import type { Application } from '../../applications/application.ts'
import { fieldTableName } from '../../applications/field-tables/field-table.ts'
import { insertElements, openShop, type Shop } from '../../applications/field-tables/field-tables.fixture.ts'
import { clashingValues, countAffected } from './affected.store.ts'

const values = 'values: [{ code: x, name: X }]'
const types = [
  ...['string', 'link', 'number', 'boolean', 'datetime', 'money', 'phone', 'email', 'account', 'full_name', 'user'],
  ...[
    `category, ${values}`,
    `category, array: true, ${values}`,
    'user, array: true',
    'directory',
    'image, array: true',
  ],
  ...['role, array: true', 'any_reference, array: true', 'json', 'string, search: true'],
]
const file = (more = ''): string =>
  `name: A\nfields:\n${types.map((type, at) => `  - { code: f${at}, type: ${type} }\n`).join('')}${more}`
/** Values of each type, and others that are no values of it, of elements that were changed by hand. */
const stored = [
  'null',
  '""',
  '" \u00a0\\t"',
  '[]',
  '{"rows": []}',
  '"a"',
  '12',
  'true',
  '{}',
  '["a"]',
  '[{"code": "x"}]',
]
const codes = types.map((_, at) => `f${at}`)

let shop: Shop
let app: Application
before(async () => {
  shop = await openShop()
  app = await shop.deploy('every', file())
  const body = codes.reduce((all, code) => sql`${all} || jsonb_build_object(${code}::text, ${pick})`, sql`'{}'::jsonb`)
  await insertElements(shop.database, app.id, stored.length, body)
  await insertElements(shop.database, app.id, 3, sql`'{}'`)
  await shop.database.single.rows(sql`update element set status = 1 where app = ${app.id} and idx < 5`)
})
after(() => shop.database.close())

const pick: Sql = sql`(${stored}::text[])[n]::jsonb`

describe('the elements that a change affects', () => {
  it('are the same in the field table and in the elements, whatever the values', async () => {
    const { reader } = shop.database
    for (const field of codes) {
      const asks = { of: 'lack', app: app.id, field } as const
      const count = await countAffected(reader, asks, undefined)
      assert.ok(count > 3)
      assert.equal(await countAffected(reader, asks, app), count, `${types[Number(field.slice(1))]}`)
    }
    const asks = { of: 'status', app: app.id, status: 1 } as const
    assert.equal(await countAffected(reader, asks, app), await countAffected(reader, asks, undefined))
  })

  it('are counted in the field table, and so are the values that a unique key forbids', async () => {
    const statements: string[] = []
    const watched: Reader = {
      rows: (statement) => {
        statements.push(toStatement(statement).text)
        return shop.database.reader.rows(statement)
      },
      row: (statement) => {
        statements.push(toStatement(statement).text)
        return shop.database.reader.row(statement)
      },
    }
    await countAffected(watched, { of: 'lack', app: app.id, field: 'f2' }, app)
    await countAffected(watched, { of: 'status', app: app.id, status: 1 }, app)
    await clashingValues(watched, app, ['f2', 'f11'], app)
    assert.equal(statements.length, 3)
    for (const text of statements) assert.ok(text.includes(fieldTableName(app)), text)
  })

  it('share the same values of a key in the field table and in the elements', async () => {
    await insertElements(
      shop.database,
      app.id,
      stored.length,
      sql`jsonb_build_object('f0', ${pick}, 'f2', n % 4, 'f11',
      jsonb_build_array(jsonb_build_object('code', 'x', 'name', n % 2)), 'f13', jsonb_build_array(n % 3))`,
    )
    const { reader } = shop.database
    for (const key of [['f0'], ['f2'], ['f11'], ['f13'], ['f2', 'f13'], ['f11', 'f13'], ['f18']]) {
      const shared = await clashingValues(reader, app, key)
      assert.deepEqual(await clashingValues(reader, app, key, app), shared, key.join())
    }
  })

  it('share a value of a key even if very many others look as if they did', async () => {
    const many = await shop.deploy('many', `name: M\nfields:\n  - { code: sort, type: category, ${values} }\n`)
    const sort = (code: Sql, name: Sql): Sql =>
      sql`jsonb_build_object('sort', jsonb_build_array(jsonb_build_object('code', ${code}, 'name', ${name})))`
    await insertElements(shop.database, many.id, 6_000, sort(sql`'c' || n / 2`, sql`n`))
    const { reader } = shop.database
    assert.deepEqual(await clashingValues(reader, many, ['sort'], many), [])
    await insertElements(shop.database, many.id, 2, sort(sql`'same'`, sql`'Same'`))
    assert.deepEqual(await clashingValues(reader, many, ['sort'], many), ['[{"code": "same", "name": "Same"}]'])
  })
})
