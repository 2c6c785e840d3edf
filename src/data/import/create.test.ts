import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { windows1251 } from './read/source-files.fixture.ts'
import { alike, sums, tryImports } from './shop.fixture.ts'

const goodsFile = `
name: Goods
fields:
  - { code: code, name: Код, type: string, required: true }
  - { code: title, name: Название, type: string }
  - { code: price, name: Цена, type: number }
  - { code: since, name: С какого дня, type: datetime }
statuses:
  - { code: draft, name: Черновик }
  - { code: sold, name: Продано }
unique: [code]
`
const notesFile = 'name: Notes\nfields:\n  - { code: text, name: Text, type: string }\n'

// A batch has two rows, so that each rule is also tested across batches.
const shop = await tryImports({ ...alike(goodsFile, 11), notes: notesFile }, { batchRows: 2 })
after(() => shop[Symbol.asyncDispose]())

test('a client that uses only documented options imports a file with its own encoding, delimiter, quotes and decimal comma', async () => {
  const goods = shop.nextApp()
  const text = 'код;название;цена;с какого дня\n007;"болт ""м8""; цинк\nдве строки";1 234,50;31.12.2025\n08;na;NA;\n'
  const status = await shop.run(goods, windows1251(text))
  assert.deepEqual(sums(status), {
    state: 'done',
    total: 2,
    processed: 2,
    created: 2,
    updated: 0,
    unchanged: 0,
    failed: 0,
  })
  const [first, second] = await shop.rows(goods)
  assert.equal(first!.code, '007')
  assert.equal(first!.title, 'болт "м8"; цинк\nдве строки')
  assert.equal(first!.price, 1234.5)
  assert.match(String(first!.since), /^2025-12-31/)
  assert.deepEqual([second!.code, second!.title, second!.price], ['08', 'na', null])
  assert.equal(first!.status, 1)
})

test('an option of the import sets the texts that mean no value', async () => {
  const goods = shop.nextApp()
  const file = 'code,title\nNA,NA\n2,-\n'
  assert.equal((await shop.run(goods, file, { dryRun: true })).failed, 1)
  assert.equal((await shop.run(goods, file, { nullTexts: [' - '] })).created, 2)
  const rows = await shop.rows(goods)
  assert.deepEqual(
    rows.map(({ code, title }) => [code, title]),
    [
      ['NA', 'NA'],
      ['2', null],
    ],
  )
})

test('importing the same file twice with documented options changes nothing the second time', async () => {
  const goods = shop.nextApp()
  const file = 'code,title,price\n1,a,1.5\n2,b,\n3,"c\nd",0\n'
  await shop.run(goods, file)
  const before = await shop.rows(goods)
  const again = await shop.run(goods, file)
  assert.deepEqual(sums(again), {
    state: 'done',
    total: 3,
    processed: 3,
    created: 0,
    updated: 0,
    unchanged: 3,
    failed: 0,
  })
  assert.deepEqual(await shop.rows(goods), before)
})

test('an external id identifies rows where nothing is declared unique; without any key each run creates elements', async () => {
  const file = '__externalId,text\nn1,one\nn2,two\n'
  await shop.run('notes', file)
  assert.equal((await shop.run('notes', file)).unchanged, 2)
  assert.equal((await shop.run('notes', 'text\none\n')).created, 1)
  assert.equal((await shop.run('notes', 'text\none\n')).created, 1)
  assert.equal((await shop.rows('notes')).length, 4)
})

test('creating a row fails with a sentence when another element has its key and other values, also within one file', async () => {
  const goods = shop.nextApp()
  const status = await shop.run(goods, 'code,title\n1,a\n1,b\n1,a\n')
  assert.deepEqual([status.created, status.unchanged, status.failed], [1, 1, 1])
  assert.deepEqual(status.errors, [
    {
      row: 3,
      message: 'an element with the same "code" exists already, with another value in "title"',
      code: 'import.exists_otherwise',
    },
  ])
})

test('each failed row has an error that names its column, and the other rows are imported', async () => {
  const goods = shop.nextApp()
  const status = await shop.run(goods, 'code,price,__status\n1,much,draft\n,2,draft\n3,3,gone\n4,4,Продано\n')
  assert.deepEqual([status.state, status.created, status.failed], ['done', 1, 3])
  assert.deepEqual(
    status.errors.map(({ row, column, code }) => ({ row, column, code })),
    [
      { row: 2, column: 'price', code: 'field.wrong_value' },
      { row: 3, column: 'code', code: 'element.required_field' },
      { row: 4, column: '__status', code: 'element.unknown_status' },
    ],
  )
  assert.equal(status.errors[0]!.value, 'much')
  assert.equal((await shop.rows(goods))[0]!.status, 2)
})

test('onError stop ends the import at the failed row; the rows before it stay', async () => {
  const goods = shop.nextApp()
  const file = 'code,price\n1,1\n2,2\n3,3\n4,x\n5,5\n'
  const status = await shop.run(goods, file, { onError: 'stop' })
  assert.deepEqual([status.state, status.processed, status.created, status.failed], ['error', 4, 3, 1])
  assert.match(status.errors[0]!.message, /ended here because row 5 failed; the rows before it are kept/)
  assert.deepEqual(
    (await shop.rows(goods)).map(({ code }) => code),
    ['1', '2', '3'],
  )
})

test('maxErrors ends an import when more rows have failed than allowed', async () => {
  const goods = shop.nextApp()
  const status = await shop.run(goods, 'code,price\n1,x\n2,x\n3,3\n4,x\n5,5\n', { maxErrors: 2 })
  assert.deepEqual([status.state, status.created, status.failed], ['error', 1, 3])
  assert.match(status.errors[0]!.message, /3 rows failed/)
})

test('unknown columns are listed; an invalid file ends the import with the reason', async () => {
  const goods = shop.nextApp()
  assert.deepEqual((await shop.run(goods, 'code,colour\n1,red\n')).ignoredColumns, ['colour'])
  const status = await shop.run(goods, 'code,title\n2,"x\n')
  assert.deepEqual([status.state, status.created], ['error', 0])
  assert.match(status.errors[0]!.message, /row 2 can't be read/)
  assert.equal((await shop.run(goods, 'colour\nred\n')).errors[0]!.code, 'import.wrong_mapping')
})

test('an unreadable end of a file is detected before the beginning is written', async () => {
  const goods = shop.nextApp()
  const status = await shop.run(goods, 'code,title\n1,a\n2,b\n3,c\n4,"x\n')
  assert.deepEqual([status.state, (await shop.rows(goods)).length], ['error', 0])
})

test('a problem names the column of the file, not the field', async () => {
  const goods = shop.nextApp()
  const { errors } = await shop.run(goods, 'A;B\n;x\n1;y\n', { mapping: { A: 'code', B: 'price' } })
  assert.deepEqual(
    errors.map(({ row, column }) => [row, column]),
    [
      [2, 'B'],
      [3, 'B'],
    ],
  )
  const missing = await shop.run(goods, 'A;B\n;5\n', { mapping: { A: 'code', B: 'price' } })
  assert.equal(missing.errors[0]!.column, 'A')
})

test('a mapping assigns columns to fields', async () => {
  const goods = shop.nextApp()
  await shop.run(goods, 'A;B\n1;x\n', { mapping: { A: 'code', B: 'title' } })
  assert.equal((await shop.rows(goods))[0]!.title, 'x')
})
