import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { docxOf, odtOf, pptxOf, xlsxOf } from '../../../files/text/office-files.fixture.ts'
import { pdfOf } from '../../../files/text/pdf-file.fixture.ts'
import { aDirectory, aFile, anUpload } from './files.fixture.ts'

let platform: TestPlatform
let ann: { id: string; call: Call }
let ben: { id: string; call: Call }
before(async () => {
  platform = await startEmptyPlatform()
  ann = await aUser(platform, { login: 'ann' })
  ben = await aUser(platform, { login: 'ben' })
})
after(() => platform[Symbol.asyncDispose]())

const disk = '/pub/v1/disk'
const settle = () => platform.platform.context.files.texts.settle()

async function search(call: Call, filter: object, more: object = {}) {
  const answer = await call('POST', `${disk}/files/search`, { filter, ...more })
  assertDone(answer)
  return { items: answer.body.result.result as Body[], total: answer.body.result.total as number }
}

async function names(text: string, within: Body, call = ann.call): Promise<string[]> {
  return (await search(call, { directory: within.__id, text })).items.map(({ name }) => name)
}

it('Russian and English words are found in every format, in any grammatical form', async () => {
  const into = await aDirectory(ann.call, 'Formats')
  const lines = ['Подписан договор поставки', 'the agreed contracts']
  const both = lines.join('\n')
  const files: Record<string, string | Buffer> = {
    'a.pdf': pdfOf(...lines),
    'b.docx': docxOf(...lines),
    'c.xlsx': xlsxOf(...lines),
    'd.pptx': pptxOf(...lines),
    'e.odt': odtOf(...lines),
    'f.txt': both,
    'g.csv': Buffer.from(`\uFEFF${both}`, 'utf16le'),
    'h.html': `<html><p>${lines[0]}<p>${lines[1]}</html>`,
    'without an extension': JSON.stringify(lines),
  }
  for (const [name, bytes] of Object.entries(files)) await aFile(ann.call, bytes, name, into.__id)
  await aFile(ann.call, Buffer.from('89504e470d0a1a0a0000', 'hex'), 'picture.png', into.__id)
  await settle()
  const all = Object.keys(files).reverse()
  for (const text of ['договоры', 'Поставкой', 'CONTRACT', 'договорами contracts', '"the agreeing contract"'])
    assert.deepEqual(await names(text, into), all, text)
  assert.deepEqual(await names('агент', into), [])
})

it('phrases, excluded words and alternatives are supported', async () => {
  const into = await aDirectory(ann.call, 'Queries')
  await aFile(ann.call, 'Акт сверки по договору ДГ-2026/15 от 5 мая', 'one.txt', into.__id)
  await aFile(ann.call, 'Сверка не нужна: акт подписан, отчёт принят', 'two.txt', into.__id)
  await aFile(ann.call, '', 'Акт_отпуска-2026.txt', into.__id)
  await settle()
  const cases: [string, string[]][] = [
    ['акты', ['Акт_отпуска-2026.txt', 'two.txt', 'one.txt']],
    ['"акт сверки"', ['one.txt']],
    ['акт -сверки', ['Акт_отпуска-2026.txt']],
    ['акт -"акты сверкой"', ['Акт_отпуска-2026.txt', 'two.txt']],
    ['отпуск or отчет', ['Акт_отпуска-2026.txt', 'two.txt']],
    ['не', ['two.txt']],
    ['дг-2026/15', ['one.txt']],
    ['2026', ['Акт_отпуска-2026.txt', 'one.txt']],
    ['ДГ-2026/5', []],
    // One word is in the name, the other in the text.
    ['two отчёты', ['two.txt']],
    ['?!', []],
    ['" or -', []],
  ]
  for (const [text, found] of cases) assert.deepEqual(await names(text, into), found, text)
  const { items } = await search(ann.call, { directory: into.__id, fullTextSearch: 'сверкой', __name: 'one' })
  assert.deepEqual(
    items.map(({ name, snippet }) => [name, snippet]),
    [['one.txt', 'Акт **сверки** по договору ДГ-2026/15 от 5 мая']],
  )
})

it('a snippet is plain text, is null for a word in the name, and is missing on large pages', async () => {
  const into = await aDirectory(ann.call, 'Snippets')
  await aFile(ann.call, `${'слово '.repeat(200)}<script>alert(1)</script> \\ "needle" end`, 'haystack.txt', into.__id)
  await settle()
  const [found] = (await search(ann.call, { directory: into.__id, text: 'needles' })).items
  assert.match(found.snippet, /< script>alert\(1\)< \/script> \\ "\*\*needle\*\*/)
  assert.ok(found.snippet.length < 500)
  assert.equal((await search(ann.call, { directory: into.__id, text: 'haystack' })).items[0].snippet, null)
  assert.ok(!('snippet' in (await search(ann.call, { text: 'needles' }, { size: 101 })).items[0]))
  assert.ok(!('snippet' in (await search(ann.call, { directory: into.__id })).items[0]))
})

it('a search never reveals files that the caller does not see', async () => {
  const own = await aDirectory(ann.call, 'Secret plans')
  const secret = await aFile(ann.call, 'zanzibar is the code', 'zanzibar.txt', own.__id)
  // The text of files with equal content is extracted once for all of them, and each user finds only their own file.
  const bens = await aFile(ben.call, 'zanzibar is the code', 'mine.txt')
  await settle()
  const found = await search(ben.call, { text: 'zanzibar' })
  assert.deepEqual([found.items.map(({ __id }) => __id), found.total], [[bens.__id], 1])
  assert.equal((await search(ben.call, { text: 'zanzibar' }, { size: 0 })).total, 1)
  const withName = await search(ben.call, { text: 'zanzibar', directory: own.__id })
  assert.equal(withName.total, 0)
  assert.equal((await search(platform.call, { text: 'zanzibar' })).total, 2)
  assertDone(await ann.call('PUT', `/api/v1/files/${secret.__id}/grants/${ben.id}`, { rights: ['view'] }))
  assert.equal((await search(ben.call, { text: 'zanzibar' })).total, 2)
  assertDone(await ann.call('PATCH', `${disk}/files/deleted`, { fileIds: [secret.__id] }))
  assert.equal((await search(ann.call, { text: 'zanzibar' })).total, 0)
})

it('only the current version is searched', async () => {
  const into = await aDirectory(ann.call, 'Versions')
  const file = await aFile(ann.call, 'the earlier wording', 'v.txt', into.__id)
  await settle()
  assert.deepEqual(await names('earlier', into), ['v.txt'])
  const hash = await anUpload(ann.call, 'the later wording')
  assertDone(await ann.call('POST', `/api/v1/files/${file.__id}/versions`, { hash }))
  await settle()
  assert.deepEqual([await names('earlier', into), await names('later', into)], [[], ['v.txt']])
})

it('an invalid search text is refused, and an empty one does not restrict the search', async () => {
  const refused = async (text: unknown, sentence: RegExp) =>
    assertRefused(
      await ann.call('POST', `${disk}/files/search`, { filter: { text } }),
      400,
      'files.wrong_text',
      sentence,
    )
  await refused(['a'], /must be a text/)
  await refused('a'.repeat(1001), /1000 characters/)
  await refused('a '.repeat(31), /30 words/)
  await refused('-акт', /at least one word/)
  await refused('акт or -сверка', /at least one word/)
  const all = (await search(ann.call, {})).total
  assert.equal((await search(ann.call, { text: '' })).total, all)
  assert.equal((await search(ann.call, { text: null })).total, all)
  for (const text of ["'; drop table file --", '<-> & | ! ( :*', '\\', 'a'.repeat(1000)])
    assert.equal((await search(ann.call, { text })).total, 0, text)
})
