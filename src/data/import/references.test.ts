import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { tryImports } from './shop.fixture.ts'

const people = `
name: Clients
fields:
  - { code: taxId, name: Tax ID, type: string }
  - { code: number, name: Number, type: number }
unique: [taxId, number]
`
const deals = `
name: Deals
fields:
  - { code: title, name: Title, type: string }
  - { code: client, name: Client, type: reference, to: shop.clients }
  - { code: others, name: Others, type: reference, to: shop.clients, array: true }
  - { code: owner, name: Owner, type: user }
  - { code: about, name: About, type: any_reference }
`
const groups = `
name: Groups
nameTemplate: '{$title}'
fields:
  - { code: title, name: Title, type: string }
  - { code: parent, name: Parent, type: reference, to: shop.groups }
unique: [title]
`
const shop = await tryImports({ clients: people, deals, groups }, { batchRows: 3 })
after(() => shop[Symbol.asyncDispose]())

await shop.run(
  'clients',
  '__externalId,__name,taxId,number\nx1,Ann,007,1\nx2,Bob,008,2\nx3,Twin,009,3\nx4,Twin,010,4\n010,Trap,011,5\n',
)
const rows = await shop.database.reader.rows<{ id: string; external: string }>(
  sql`select id::text, external_id as external from element`,
)
const idOf = (external: string): string => rows.find((row) => row.external === external)!.id

/** Returns the value of a field of a deal that was imported with this cell, or the reason why the row failed. */
async function dealWith(column: string, cell: string): Promise<unknown> {
  const title = crypto.randomUUID()
  const { errors } = await shop.run('deals', `title;${column}\n${title};"${cell}"\n`, { delimiter: ';' })
  if (errors.length > 0) return `${errors[0]!.code}: ${errors[0]!.message}`
  return (await shop.rows('deals')).find((row) => row.title === title)![column]
}

test('an element is found by its id, its external id, a unique key of one field or its name, in that order', async () => {
  assert.deepEqual(await dealWith('client', idOf('x1').toUpperCase()), [idOf('x1')])
  assert.deepEqual(await dealWith('client', 'x2'), [idOf('x2')])
  assert.deepEqual(await dealWith('client', '007'), [idOf('x1')])
  assert.deepEqual(await dealWith('client', '2'), [idOf('x2')])
  assert.deepEqual(await dealWith('client', 'Bob'), [idOf('x2')])
  // An external id takes precedence over the tax number of another element.
  assert.deepEqual(await dealWith('client', '010'), [idOf('010')])
})

test('several references are separated by semicolons', async () => {
  assert.deepEqual(await dealWith('others', 'Ann; 008 ;x1'), [idOf('x1'), idOf('x2')])
  assert.match(String(await dealWith('client', 'Ann; Bob')), /holds one value, not 2/)
})

test('a name that several elements have, or none, makes the row fail with the text', async () => {
  assert.match(String(await dealWith('client', 'Twin')), /unknown_reference: "client": "Twin" matches 2 entries/)
  assert.match(String(await dealWith('client', 'Nobody')), /"client": no element of shop.clients matches "Nobody"/)
  const unknownId = '01890000-0000-7000-8000-000000000000'
  assert.match(String(await dealWith('client', unknownId)), /no element of shop.clients matches/)
  assert.match(String(await dealWith('about', `shop:clients:${unknownId}`)), /no element of shop.clients has the id/)
})

test('a user is found by email, login, id or full name', async () => {
  const input = { login: 'ivanova', email: 'Anna@example.org', lastname: 'Ivanova', firstname: 'Anna' }
  const userId = await shop.people.createUser(shop.caller, input)
  for (const text of ['anna@example.org', 'IVANOVA', userId, 'Ivanova Anna']) {
    assert.deepEqual(await dealWith('owner', text), [userId], text)
  }
  assert.match(String(await dealWith('owner', 'petrov')), /"owner": no user matches "petrov"/)
})

test('JSON lines may refer to elements by one text, several texts or ids', async () => {
  const line = (value: object) => `${JSON.stringify(value)}\n`
  const file = line({ title: 'json', client: 'Ann', others: ['x1', idOf('x2')] })
  await shop.run('deals', file)
  const deal = (await shop.rows('deals')).find(({ title }) => title === 'json')!
  assert.deepEqual([deal.client, deal.others], [[idOf('x1')], [idOf('x1'), idOf('x2')]])
  const { errors } = await shop.run('deals', line({ title: 'json', client: [{ id: 1 }] }))
  assert.match(errors[0]!.message, /"client": must hold ids/)
})

test('a row may refer to earlier rows, across batches, but not to later ones', async () => {
  const file = 'title,parent\nroot,\na,root\nb,a\nc,a\nlost,later\nlater,c\n'
  const status = await shop.run('groups', file)
  assert.deepEqual([status.created, status.failed, status.errors[0]!.row], [5, 1, 6])
  const byTitle = new Map((await shop.rows('groups')).map((row) => [row.title, row]))
  assert.equal(byTitle.size, 5)
  const again = await shop.run('groups', file)
  assert.deepEqual([again.unchanged, again.created], [5, 1])
})
