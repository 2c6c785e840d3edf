import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { verifyElements } from '../../foundation/audit/index.ts'
import { sql } from '../../foundation/db/sql.ts'
import { alike, tryImports } from './shop.fixture.ts'
import type { ImportStatus } from './status.ts'

const definition = `
name: Goods
fields:
  - { code: code, name: Code, type: string }
  - { code: title, name: Title, type: string }
statuses:
  - { code: draft, name: Draft }
  - { code: ready, name: Ready }
unique: [code]
`
const shop = await tryImports(alike(definition, 9), { batchRows: 2 })
after(() => shop[Symbol.asyncDispose]())

const undo = ({ importId }: ImportStatus, caller = shop.caller) => shop.imports.undo(caller, importId!)
const upsert = (app: string, file: string) => shop.run(app, file, { mode: 'upsert' })

async function idByCode(app: string, code: string): Promise<string> {
  const row = await shop.database.reader.row<{ id: string }>(sql`
    select id::text from element where app = ${shop.catalog.application('shop', app)!.id} and body ->> 'code' = ${code}`)
  return row!.id
}

test('undo deletes the elements that the import created and restores those that it changed', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title,__externalId\n1,a,x\n2,b,\n')
  const before = await shop.rows(app)
  const status = await upsert(app, 'code,title,__externalId,__status\n3,c,,\n1,A,y,ready\n2,,,\n4,d,,\n5,e,,\n')
  assert.deepEqual([status.created, status.updated], [3, 2])
  assert.deepEqual(await undo(status), { undone: 5, kept: [] })
  assert.deepEqual(await shop.rows(app), before)
  assert.equal((await shop.imports.get(shop.caller, status.importId!)).state, 'undone')
})

test('rows of an undone import can be imported again', async () => {
  const app = shop.nextApp()
  const file = 'code,title\n1,a\n2,b\n3,c\n'
  await undo(await shop.run(app, file))
  assert.equal((await shop.run(app, file)).created, 3)
})

test('an element that several rows changed is restored to its state before the first row', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title\n1,a\n')
  const before = await shop.rows(app)
  const status = await upsert(app, 'code,title\n1,b\n9,x\n2,n\n1,c\n9,y\n2,m\n')
  assert.deepEqual(await undo(status), { undone: 3, kept: [] })
  assert.deepEqual(await shop.rows(app), before)
})

test('an element that was changed after the import is kept and listed', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title\n1,a\n')
  const status = await upsert(app, 'code,title\n1,A\n2,b\n3,c\n')
  const changed = await idByCode(app, '1')
  const deleted = await idByCode(app, '2')
  const address = { namespace: 'shop', code: app }
  await shop.elements.update(shop.caller, { ...address, id: changed }, { title: 'by hand' })
  await shop.elements.update(shop.caller, { ...address, id: deleted }, { __deletedAt: '2026-01-01T00:00:00Z' })
  const { undone, kept } = await undo(status)
  const reason = 'it was changed after the import'
  assert.equal(undone, 1)
  assert.deepEqual(
    kept.toSorted((a, b) => a.row - b.row),
    [
      { id: changed, row: 2, reason },
      { id: deleted, row: 3, reason },
    ],
  )
  assert.deepEqual(
    (await shop.rows(app)).map(({ title }) => title),
    ['by hand'],
  )
})

test('an element whose earlier unique value was taken meanwhile is kept, and the others are undone', async () => {
  const app = shop.nextApp()
  await shop.run(app, '__externalId,code,title\nx,1,a\ny,2,b\n')
  const key = ['__externalId']
  const status = await shop.run(app, '__externalId,code\nx,8\ny,9\nz,3\n', { mode: 'upsert', key })
  await shop.elements.create(shop.caller, { namespace: 'shop', code: app }, { code: '1' })
  const { undone, kept } = await undo(status)
  assert.equal(undone, 2)
  assert.deepEqual(
    kept.map(({ row, reason }) => [row, reason]),
    [[2, 'another element has taken its value in a unique field']],
  )
})

test('a second undo, an undo of a dry run and an undo by another user are refused', async () => {
  const app = shop.nextApp()
  const status = await shop.run(app, 'code\n1\n')
  const stranger = await shop.aUser('stranger')
  await assert.rejects(undo(status, stranger), { code: 'import.not_found', status: 404 })
  await undo(status)
  await assert.rejects(undo(status), { code: 'import.not_undoable', status: 400, message: /already been undone/ })
  const dry = await shop.run(app, 'code\n1\n', { dryRun: true })
  await assert.rejects(undo(dry), { code: 'import.not_undoable', message: /dry run/ })
})

test('an import that ended with an error can be undone', async () => {
  const app = shop.nextApp()
  const status = await shop.run(app, 'code,__status\n1,\n2,\n3,\n4,none\n', { onError: 'stop' })
  assert.deepEqual(await undo(status), { undone: 3, kept: [] })
})

test('an interrupted undo continues where it stopped, and no import runs meanwhile', async () => {
  const app = shop.nextApp()
  const status = await shop.run(app, 'code\n1\n2\n3\n4\n5\n')
  await shop.database.single.rows(sql`update import set state = 'undoing' where id = ${status.importId}`)
  await assert.rejects(shop.run(app, 'code\n7\n'), { code: 'import.already_running' })
  assert.equal((await shop.imports.get(shop.caller, status.importId!)).state, 'running')
  assert.deepEqual(await undo(status), { undone: 5, kept: [] })
})

test('the history of an undone element names the user and the import', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title\n1,a\n')
  const id = await idByCode(app, '1')
  await undo(await upsert(app, 'code,title\n1,b\n'))
  const history = await shop.elements.history(shop.caller, { namespace: 'shop', code: app, id })
  assert.deepEqual(
    history.map(({ action, changes }) => [action, changes.title]),
    [
      ['create', [null, 'a']],
      ['update', ['a', 'b']],
      ['update', ['b', 'a']],
    ],
  )
})

// This test comes last, because it covers everything that the tests above have imported and undone.
test('rows that imports and undos wrote match their digests', async () => {
  const { elements, revisions, problems } = await verifyElements(shop.database.reader)
  assert.ok(elements > 20 && revisions > elements)
  assert.deepEqual(problems, [])
})
