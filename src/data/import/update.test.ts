import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { alike, tryImports } from './shop.fixture.ts'
import type { ImportStatus } from './status.ts'

const definition = `
name: Goods
fields:
  - { code: code, name: Code, type: string }
  - { code: maker, name: Maker, type: string }
  - { code: serial, name: Serial, type: string }
  - { code: title, name: Title, type: string, required: true }
  - { code: tags, name: Tags, type: category, array: true, values: [{ code: a, name: A }, { code: b, name: B }] }
statuses:
  - { code: draft, name: Draft }
  - { code: ready, name: Ready, next: [sold] }
  - { code: sold, name: Sold, final: true }
unique: [code, [maker, serial]]
`
const shop = await tryImports(
  { ...alike(definition, 12), plain: 'name: Plain\nfields: [{ code: t, type: string, name: T }]\n' },
  { batchRows: 2 },
)
after(() => shop[Symbol.asyncDispose]())

const counts = ({ created, updated, unchanged, failed }: ImportStatus) => [created, updated, unchanged, failed]
const messages = ({ errors }: ImportStatus) => errors.map(({ row, message }) => `${row}: ${message}`)

test('upsert creates missing elements, updates those that differ, and leaves the rest unchanged', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title,tags\n1,a,a;b\n2,b,a\n3,c,\n')
  const before = await shop.rows(app)
  const status = await shop.run(app, 'code,title,tags\n1,a,a;b\n2,b2,a\n4,d,\n3,c,b\n', { mode: 'upsert' })
  assert.deepEqual(counts(status), [1, 2, 1, 0])
  const rows = await shop.rows(app)
  assert.deepEqual(rows[0], before[0])
  assert.deepEqual([rows[1]!.title, rows[2]!.tags, rows[3]!.code], ['b2', [{ code: 'b', name: 'B' }], '4'])
})

test('update leaves fields without a column unchanged, clears fields whose cell is empty, and creates nothing', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title,maker\n1,a,m\n2,b,m\n')
  const status = await shop.run(app, 'code,maker\n1,\n9,m\n', { mode: 'update' })
  assert.deepEqual(counts(status), [0, 1, 0, 1])
  assert.deepEqual(messages(status), ['3: no element has the "code" 9 of this row'])
  const [first] = await shop.rows(app)
  assert.deepEqual([first!.title, first!.maker], ['a', null])
})

test('a row without a value in its key fails, and so does a row that would clear a required field', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title\n1,a\n')
  const status = await shop.run(app, 'code,title\n,x\n1,\n', { mode: 'upsert' })
  assert.deepEqual(messages(status), [
    '2: "code" must not be empty, because it identifies the element of a row',
    '3: "title" (Title) is required',
  ])
})

test('any key in the request identifies rows, also one that is not declared unique', async () => {
  const app = shop.nextApp()
  await shop.run(app, '__externalId,maker,serial,title\nx1,m,1,a\nx2,m,2,b\nx3,n,1,b\n')
  const byPair = await shop.run(app, 'maker,serial,title\nm,1,a1\nn,1,b\n', {
    mode: 'update',
    key: ['serial', 'maker'],
  })
  assert.deepEqual(counts(byPair), [0, 1, 1, 0])
  const byOuterId = await shop.run(app, '__externalId,title\nx2,b2\n', { mode: 'update', key: ['__externalId'] })
  assert.deepEqual(counts(byOuterId), [0, 1, 0, 0])
  const byTitle = await shop.run(app, 'title,code\na1,c1\nz,c2\nz,c3\n', { mode: 'upsert', key: ['title'] })
  assert.deepEqual(counts(byTitle), [1, 2, 0, 0])
  assert.deepEqual(
    (await shop.rows(app)).map(({ title, code }) => [title, code]),
    [
      ['a1', 'c1'],
      ['b2', null],
      ['b', null],
      ['z', 'c3'],
    ],
  )
})

test('a key that matches several elements is refused', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title\n1,a\n2,a\n')
  const status = await shop.run(app, 'title,maker\na,m\n', { mode: 'update', key: ['title'] })
  assert.deepEqual(messages(status), ['2: 2 elements have the "title" a of this row'])
})

test('a row can identify its element by id; an unknown id is refused', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title\n1,a\n')
  const report = await Array.fromAsync(await shop.imports.report(shop.caller, (await lastOf(app)).importId!))
  const file = report.join('').replace(';a;', ';z;')
  const strange = `${file}\n2;b;3;created;01890000-0000-7000-8000-000000000000;\n3;c;4;;;\n`
  const status = await shop.run(app, strange, { mode: 'upsert', key: ['__id'] })
  assert.deepEqual(counts(status), [1, 1, 0, 1])
  assert.match(messages(status)[0]!, /no element has the id 01890000/)
})

test('a unique value of another element is refused with the name of the field, whatever the key of the import', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title,maker,serial\n1,a,m,1\n2,b,m,2\n')
  const status = await shop.run(app, 'code,maker,serial,title\n1,m,2,a\n3,m,1,c\n', { mode: 'upsert' })
  assert.deepEqual(messages(status), [
    '2: another element has the same value in "maker" and "serial"',
    '3: another element has the same value in "maker" and "serial"',
  ])
})

test('the database checks a unique key of which the file has only some fields', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title,maker,serial\n1,a,m,1\n2,b,n,1\n3,c,o,1\n')
  const status = await shop.run(app, 'code,maker\n3,p\n2,m\n1,q\n', { mode: 'update' })
  assert.deepEqual(counts(status), [0, 2, 0, 1])
  assert.deepEqual(messages(status), ['3: another element has the same value in a unique field'])
  assert.deepEqual(
    (await shop.rows(app)).map(({ maker }) => maker),
    ['q', 'n', 'p'],
  )
})

test('several rows for one element are applied one after the other', async () => {
  const app = shop.nextApp()
  const status = await shop.run(app, 'code,title\n1,a\n1,b\n1,b\n1,c\n2,x\n', { mode: 'upsert' })
  assert.deepEqual(counts(status), [2, 2, 1, 0])
  assert.deepEqual(
    (await shop.rows(app)).map(({ title }) => title),
    ['c', 'x'],
  )
})

test('a status changes by the transitions of the application, and an empty cell leaves it unchanged', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title,__status\n1,a,ready\n2,b,sold\n3,c,\n')
  const status = await shop.run(app, 'code,__status\n1,draft\n2,ready\n3,sold\n', { mode: 'update' })
  assert.deepEqual(messages(status), [
    `2: the status "Draft" can't follow "Ready"`,
    `3: the status "Ready" can't follow "Sold"`,
  ])
  assert.deepEqual(
    counts(await shop.run(app, 'code,__status,title\n1,,a\n1,sold,a\n', { mode: 'update' })),
    [0, 1, 1, 0],
  )
  assert.deepEqual(
    (await shop.rows(app)).map((row) => row.status),
    [3, 3, 3],
  )
})

test('the history contains a change with its author, and only the values that differ', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title,maker\n1,a,m\n')
  const author = await shop.aUser('storekeeper')
  await shop.run(app, 'code,title,maker\n1,b,m\n', { mode: 'update' }, author)
  const { items } = await shop.elements.list(shop.caller, { namespace: 'shop', code: app }, {})
  const [{ __id: id, __updatedBy: by }] = JSON.parse(items.text)
  const history = await shop.elements.history(shop.caller, { namespace: 'shop', code: app, id })
  assert.equal(by, author.userId)
  assert.deepEqual(history[1]!.changes, { title: ['a', 'b'] })
})

test('update and upsert need a key when no field is unique; an unknown key is refused', async () => {
  for (const mode of ['update', 'upsert'] as const) {
    await assert.rejects(shop.run('plain', 't\n1\n', { mode }), {
      code: 'import.wrong_option',
      message: /no unique key/,
    })
  }
  await assert.rejects(shop.run('plain', 't\n1\n', { key: ['tt'] }), {
    message: /unknown field "tt"; did you mean "t"/,
  })
  await assert.rejects(shop.run('plain', 't\n1\n', { mapping: { t: 'x' } }), { code: 'import.wrong_mapping' })
  await assert.rejects(shop.run('plain', 't\n1\n', { format: 'pdf' }), { code: 'import.wrong_option' })
})

function lastOf(code: string): Promise<ImportStatus> {
  return shop.imports.status(shop.caller, { namespace: 'shop', code })
}

test('an update of an element that lacks a required value fails until the file gives the value', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title\n1,a\n2,b\n')
  await shop.database.transaction((tx) =>
    tx.rows(sql`update element set body = body - 'title' where body ->> 'code' = '1'
    and app = ${shop.catalog.application('shop', app)!.id}`),
  )
  const refused = await shop.run(app, 'code,maker\n1,m\n2,m\n', { mode: 'update' })
  assert.deepEqual(messages(refused), [
    '2: "title" (Title) is required, and the element has no value for it: give it one, too',
  ])
  const given = await shop.run(app, 'code,maker,title\n1,m,a\n', { mode: 'update' })
  assert.deepEqual(counts(given), [0, 1, 0, 0])
})
