import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { alike, tryImports } from '../shop.fixture.ts'
import { lookUp, matchKeyOf } from './match.ts'

const definition = `
name: Goods
fields: [{ code: code, type: string }, { code: title, type: string }, { code: about, type: string }]
unique: [code]
`
const shop = await tryImports(alike(definition, 1))
after(() => shop[Symbol.asyncDispose]())
const code = shop.nextApp()
await shop.run(code, 'code,title,about\n1,one,long\n2,same,longer\n3,same,longest\n')
const opened = shop.deps.open(shop.caller, { namespace: 'shop', code })

async function known(key: string, value: string) {
  const row = { row: 2, input: { body: { [key]: value } }, status: undefined, id: undefined }
  return lookUp(shop.database.reader, opened, {
    key: matchKeyOf(opened.application, [key]),
    rows: [row],
    fields: ['code', 'title'],
  })
}

test('only the fields in the file are read from the matching elements', async () => {
  const { present } = await known('code', '1')
  assert.deepEqual(
    [...present.values()].map(({ body }) => body),
    [{ code: '1', title: 'one' }],
  )
})

test('when several elements match a key, they are counted and not read', async () => {
  const { matches, present } = await known('title', 'same')
  assert.deepEqual([matches.get(0)?.ids.length, present.size], [2, 0])
})
