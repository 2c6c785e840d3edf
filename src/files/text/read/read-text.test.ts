import assert from 'node:assert/strict'
import { test } from 'node:test'
import { docxOf, odtOf, pptxOf, xlsxOf, zipOf } from '../office-files.fixture.ts'
import { pdfOf } from '../pdf-file.fixture.ts'
import { wordsOf } from '../words.ts'
import { readText as read } from './read-text.ts'

const readText = (bytes: Buffer, maxChars: number, maxMs = 60_000) => read(new Uint8Array(bytes), { maxChars, maxMs })

const lines = ['Договоры поставки', 'the contracts № 15']
const words = ['договоры', 'поставки', 'the', 'contracts', '15']
const both = lines.join('\n')

const russian = (text: string): Buffer =>
  Buffer.from([...text].map((letter) => ({ '№': 0xb9, ё: 0xb8 })[letter] ?? codeOf(letter.codePointAt(0)!)))
const codeOf = (code: number): number => (code < 0x80 ? code : code - 0x410 + 0xc0)

const files: Readonly<Record<string, Buffer>> = {
  'UTF-8': Buffer.from(both),
  'UTF-8 with its mark': Buffer.from(`\uFEFF${both}`),
  'UTF-16': Buffer.from(`\uFEFF${both}`, 'utf16le'),
  'UTF-16 with the high byte first': Buffer.from(`\uFEFF${both}`, 'utf16le').swap16(),
  'Windows-1251': russian(both),
  CSV: Buffer.from(lines.map((line) => `"${line}"`).join(';')),
  JSON: Buffer.from(JSON.stringify(lines)),
  HTML: Buffer.from(
    `<!DOCTYPE html><html><head><style>p{color:red}</style><script>let a = "<b>no"</script></head>
    <!-- nothing --><p title="a">${lines[0]!.replace('вор', '<b>вор</b>')}<br>${lines[1]!.replace('№', '&#8470;')}</html>`,
  ),
  XML: Buffer.from(`<?xml version="1.0"?><a><b>${lines[0]}</b><b><![CDATA[${lines[1]}]]></b></a>`),
  PDF: pdfOf(...lines),
  DOCX: docxOf(...lines),
  PPTX: pptxOf(...lines),
  OpenDocument: odtOf(...lines),
}

for (const [format, bytes] of Object.entries(files)) {
  test(`${format} gives its words`, async () => {
    assert.deepEqual(wordsOf((await readText(bytes, 1000))!), words)
  })
}

test('XLSX gives its texts and numbers, but not the indexes of its texts', async () => {
  assert.deepEqual(wordsOf((await readText(xlsxOf(...lines), 1000))!).sort(), [...words, '7701234567'].sort())
})

test('a file without text gives none', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const noise = Buffer.from(Array.from({ length: 2000 }, (_, at) => 0x80 + ((at * 77) % 128)))
  for (const bytes of [png, noise, Buffer.from('{\\rtf1 x}'), zipOf({ 'a.txt': 'x' })])
    assert.equal(await readText(bytes, 1000), undefined)
  assert.equal(await readText(Buffer.alloc(0), 1000), '')
})

test('text is cut at its limit in every format, also within a character', async () => {
  const long = 'слово'.repeat(50)
  // The PDF lines are short because text outside the page is not read.
  const short = 'слово'.repeat(10)
  for (const bytes of [Buffer.from(long), pdfOf(short, short, short), docxOf(long, long), xlsxOf(long, long)]) {
    const text = await readText(bytes, 101)
    assert.ok(text?.length === 101)
    assert.ok(long.startsWith(text.replaceAll('\n', '')))
  }
  const cutInside = Buffer.from('я'.repeat(100))
  assert.equal((await readText(cutInside, 10))?.length, 10)
  assert.equal(await readText(Buffer.from(`a${'я'.repeat(100)}`), 10), `a${'я'.repeat(9)}`)
})

test('damaged files and zip bombs are refused', async () => {
  const bomb = zipOf({ 'word/document.xml': `<w>${' '.repeat(10_000_000)}</w>` })
  const liar = zipOf({ 'word/document.xml': `<w>${'x'.repeat(100_000)}</w>` }, 10)
  const entities = zipOf({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "aaa">]><w>&a;</w>' })
  const many = zipOf(Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`p${at}`, ''])))
  const docx = docxOf(...lines)
  for (const [bytes, reason] of [
    [bomb, /too large when it is unpacked/],
    [liar, /damaged/],
    [entities, /DOCTYPE/],
    [many, /more than 5000 parts/],
    [docx.subarray(0, docx.length - 10), /damaged/],
    [Buffer.from('%PDF-1.7 nothing'), /the PDF is damaged/],
    [zipOf({ 'word/document.xml': '<a>'.repeat(300) }), /nested too deeply/],
    [zipOf({ 'word/document.xml': '<a>' }), /not well-formed/],
  ] as const) {
    await assert.rejects(readText(bytes, 1_000_000), { name: 'UnreadableFile', message: reason })
  }
})
