// Takes long: it renders random documents.
// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { zipOf } from '../../../files/text/office-files.fixture.ts'
import { placeText } from '../placeholders/placeholder.ts'
import { docx, external, header, paragraph, paragraphsOf, table } from '../templates.fixture.ts'
import { inspect, render } from './docx-process.ts'

async function problemsOf(bytes: Uint8Array): Promise<string[]> {
  const outcome = await inspect(bytes)
  if ('refusal' in outcome) return [outcome.refusal]
  return outcome.result.problems.map(({ place, message }) => `${placeText(place)}: ${message}`)
}

interface Scope {
  readonly values: Record<string, string>
  readonly sections: Record<string, Scope[]>
}

const scope = (values: Scope['values'], sections: Scope['sections'] = {}): Scope => ({ values, sections })

async function filled(bytes: Uint8Array, values: unknown): Promise<Uint8Array> {
  const outcome = await render(bytes, values as never)
  assert.ok('result' in outcome, 'refusal' in outcome ? outcome.refusal : '')
  return outcome.result
}

describe('a DOCX template', () => {
  it('is filled: values in split runs, sections of paragraphs, repeated rows, and headers', async () => {
    const body = [
      paragraph('Dear {{na', 'me}}, the price is {{ price }}.'),
      paragraph('{{#urgent}}'),
      paragraph('Please answer at once.'),
      paragraph('{{/}}'),
      paragraph('{{^urgent}}There is time.{{/urgent}}'),
      table(['Item', 'Price'], ['{{#rows}}{{item}}', '{{price}}{{/rows}}']),
    ]
    const file = docx(body.join(''), { 'word/header1.xml': header('No. {{number}}') })
    assert.deepEqual(await problemsOf(file), [])
    const rows = [scope({ item: 'Paper', price: '1' }), scope({ item: 'Ink & <pens>', price: '2' })]
    const values = scope({ name: 'Ann', price: '7', number: '12' }, { urgent: [scope({})], rows })
    const document = await filled(file, values)
    assert.deepEqual(await paragraphsOf(document), [
      'Dear Ann, the price is 7.',
      'Please answer at once.',
      '',
      'Item',
      'Price',
      'Paper',
      '1',
      'Ink & <pens>',
      '2',
    ])
    assert.deepEqual(await paragraphsOf(document, 'word/header1.xml'), ['No. 12'])
    const calm = await paragraphsOf(await filled(file, scope({ name: 'Ann' }, { urgent: [], rows: [] })))
    assert.deepEqual(calm.slice(1), ['There is time.', 'Item', 'Price'])
  })

  it('is filled with equal bytes for equal values, and with line breaks for lines', async () => {
    const file = docx(paragraph('{{text}}'))
    const [one, other] = [await filled(file, scope({ text: 'a\nb' })), await filled(file, scope({ text: 'a\nb' }))]
    assert.ok(Buffer.from(one!).equals(Buffer.from(other!)))
    assert.deepEqual(await paragraphsOf(one!), ['a\nb'])
  })

  it('never takes a value for a placeholder or for XML', async () => {
    const file = docx(paragraph('{{a}} {{b}}'))
    const document = await filled(file, scope({ a: '{{b}}', b: '</w:t></w:r><w:r><w:t>x' }))
    assert.deepEqual(await paragraphsOf(document), ['{{b}} </w:t></w:r><w:r><w:t>x'])
  })
})

describe('a placeholder of a DOCX template is refused with its place', () => {
  const cases: readonly [string, string, RegExp][] = [
    ['that is not closed', paragraph('Dear {{name'), /^paragraph 2: the placeholder "{{name" is not closed/],
    ['that is not opened', paragraph('Dear name}}'), /^paragraph 2: .*was not begun/],
    ['in another placeholder', paragraph('{{a {{b}} c}}'), /^paragraph 2: .*contains another placeholder/],
    ['that is empty', paragraph('{{ }}'), /^paragraph 2: .*is empty/],
    ['that begins with a minus', paragraph('{{-a b}}'), /^paragraph 2: .*begins with "-"/],
    ['that begins a section without an end', paragraph('{{#a}}'), /^paragraph 2: the section {{#a}} has no end/],
    ['that ends no section', paragraph('{{/a}}'), /^paragraph 2: {{\/a}} ends a section that was not begun/],
    ['that ends another section', paragraph('{{#a}}{{/b}}'), /^paragraph 2: {{\/b}} does not end.*write {{\/a}}/],
  ]
  for (const [name, body, expected] of cases) {
    it(name, async () => {
      const [first = ''] = await problemsOf(docx(paragraph('Contract') + body))
      assert.match(first, expected)
    })
  }

  it('in a header, or outside of the text', async () => {
    const inHeader = docx(paragraph('a'), { 'word/header1.xml': header('{{#a}}') })
    assert.match((await problemsOf(inHeader)).join(), /^header1.xml, paragraph 1: the section/)
    const core =
      '<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{{secret}}</dc:title></cp:coreProperties>'
    assert.match(
      (await problemsOf(docx(paragraph('a'), { 'docProps/core.xml': core }))).join(),
      /{{secret}} stands outside of the text/,
    )
  })

  it('where a section begins in a paragraph and ends in a table, which would damage the document', async () => {
    const body = paragraph('{{#rows}}a') + table(['b', 'c{{/rows}}d'], ['e', 'f'])
    assert.match((await problemsOf(docx(body))).join(), /"rows" are misplaced in the document/)
  })
})

describe('a DOCX file is refused', () => {
  const document = (inside: string): Readonly<Record<string, string>> => ({ 'word/document.xml': inside })
  const main = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const cases: readonly [string, () => Uint8Array, RegExp][] = [
    ['that is a text', () => Buffer.from('Dear {{name}}'), /damaged, or the file has another format/],
    ['that is another zip', () => zipOf({ 'a.txt': 'a' }), /not a DOCX document/],
    ['with XML that is not well-formed', () => docx('', document('<w:document><w:body>')), /not well-formed/],
    [
      'with a DOCTYPE, which could load files',
      () =>
        docx(
          '',
          document(`<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]><w:document ${main}>&e;</w:document>`),
        ),
      /DOCTYPE, which is not allowed/,
    ],
    [
      'with a remote template',
      () => docx('', external('attachedTemplate', 'http://evil.test/t.dotm')),
      /loads attachedTemplate from outside/,
    ],
    ['with a remote picture', () => docx('', external('image', 'http://evil.test/p.png')), /loads image from outside/],
    [
      'with a link to a file',
      () => docx('', external('hyperlink', 'file:///etc/passwd')),
      /loads hyperlink from outside/,
    ],
    ['with macros', () => docx('', { 'word/vbaProject.bin': 'x' }), /macros/],
    [
      'with a field that loads a file, split into runs',
      () =>
        docx(
          '<w:p><w:r><w:instrText>INCLUDE</w:instrText></w:r><w:r><w:instrText>PICTURE "http://evil.test"</w:instrText></w:r></w:p>',
        ),
      /field "INCLUDEPICTURE "http:\/\/evil.test"" loads other files/,
    ],
    ['with a command of DDE', () => docx('<w:p><w:fldSimple w:instr="DDEAUTO c:\\\\a b"/></w:p>'), /DDEAUTO/],
    ['that embeds another format', () => docx('<w:altChunk/>'), /embeds a document/],
    [
      'that unpacks to far more bytes',
      () => docx(paragraph('a'), { 'word/big.xml': `<a>${' '.repeat(40 * 1024 * 1024)}</a>` }),
      /too large|too long/,
    ],
    [
      'that unpacks to more XML than is allowed',
      () =>
        docx(paragraph('a'), {
          'word/big.xml': `<a>${Array.from({ length: 900_000 }, (_, at) => `<b c="${at * 7919}"/>`).join('')}</a>`,
        }),
      /too large when it is unpacked/,
    ],
    ['with elements nested too deeply', () => docx('<w:p>'.repeat(1000) + '</w:p>'.repeat(1000)), /nested too deeply/],
    [
      'with too many parts',
      () => zipOf(Object.fromEntries(Array.from({ length: 2500 }, (_, at) => [`${at}.xml`, '']))),
      /more than 2000 parts/,
    ],
  ]
  for (const [name, file, expected] of cases) {
    it(name, { timeout: 60_000 }, async () => {
      assert.match((await problemsOf(file())).join(), expected)
    })
  }

  it('for an SVG picture that loads a file, under any name and in any form', async () => {
    const picture = (inside: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink">${inside}</svg>`
    const refusals: readonly [string, string | Uint8Array, RegExp][] = [
      ['i.svg', picture('<image href="file:///etc/logo.png"/>'), /its SVG picture loads "file:\/\/\/etc\/logo.png"/],
      ['i.png', picture('<image x:href="../../../logo.png"/>'), /its SVG picture loads/],
      ['i.xml', picture('<use x:href="http://evil.test/a.svg#b"/>'), /its SVG picture loads/],
      [
        'i.png',
        `\ufeff<?xml version="1.0"?>${picture('<rect style="fill: url(file:///a.svg#b)"/>')}`,
        /its SVG picture loads/,
      ],
      ['i.svg', picture('<style>@import "file:///a.css";</style>'), /style that loads something/],
      ['i.svg', picture('<image href="data:image/svg+xml,%3Csvg/%3E"/>'), /its SVG picture loads/],
      ['i.svgz', gzipSync(picture('<image href="file:///etc/logo.png"/>')), /is compressed/],
    ]
    for (const [name, content, expected] of refusals)
      assert.match(
        (await problemsOf(docx(paragraph('Text'), { [`word/media/${name}`]: content as Buffer }))).join(),
        expected,
        name,
      )
    const drawing = picture(
      '<defs><path id="a" d="M0 0"/></defs><use href="#a"/><image href="data:image/png;base64,iVBORw0KGgo="/>',
    )
    assert.deepEqual(
      await problemsOf(
        docx(paragraph('Text'), {
          'word/media/i.svg': drawing,
          'word/media/i.png': Buffer.from('89504e470d0a1a0a0000000d49484452ffd8', 'hex'),
        }),
      ),
      [],
    )
  })

  it('but not for a link to a web page, or a field with the number of the page', async () => {
    const body = '<w:p><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>'
    assert.deepEqual(await problemsOf(docx(body, external('hyperlink', 'https://example.com'))), [])
  })

  it('in bounded time, when it has a paragraph of a million brackets', { timeout: 60_000 }, async () => {
    for (const text of ['{{'.repeat(400_000), '}}'.repeat(400_000), '{{a'.repeat(300_000)])
      assert.ok((await problemsOf(docx(paragraph(text)))).length > 0)
  })
})
