import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, item, made } from '../../../test/everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { linkOf } from '../../api/v1/disk/files.fixture.ts'
import { sql } from '../../foundation/db/sql.ts'
import { applyLetters, letterFiles } from './letters.fixture.ts'
import { docx, paragraph, paragraphsOf } from './templates.fixture.ts'

const app = '/pub/v1/app/letters/contracts'
const templates = '/api/v1/document-templates'

describe('a document of an element', () => {
  let started: TestPlatform
  let folder: string
  let ann: { id: string; call: Call }
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chancery-letters-'))
    const soffice = join(folder, 'soffice')
    writeFileSync(soffice, '#!/bin/sh\nfor last; do :; done; { printf "%%PDF-1.7 "; cat "$last"; } > document.pdf\n')
    chmodSync(soffice, 0o755)
    started = await startEmptyPlatform({ LIBREOFFICE: soffice, TIME_ZONE: 'Europe/Riga' })
    await applyLetters(started.call)
    ann = await aUser(started, { login: 'ann', lastname: 'Smith', firstname: 'Ann' })
  })
  after(async () => {
    await started[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  const aContract = async (more: Body = {}): Promise<Body> => {
    const customer = await made(started.call, '/pub/v1/app/letters/customers', { __name: 'Acme', city: 'Riga' })
    return made(started.call, app, {
      title: 'Supply of paper',
      amount: { cents: 150_000, currency: 'EUR' },
      signed: '2026-03-05T00:00:00Z',
      customer: [customer.__id],
      manager: [ann.id],
      kind: [{ code: 'supply' }],
      goods: {
        rows: [
          { item: 'Paper & <ink>', price: 10 },
          { item: 'Pens', price: 2.5 },
        ],
      },
      ...more,
    })
  }
  const generate = (call: Call, path: string, body: Body) => call('POST', `${templates}/${path}/generate`, body)
  const generated = async (path: string, body: Body, call = started.call): Promise<Body> => {
    const answer = await generate(call, path, body)
    assertDone(answer)
    return answer.body
  }
  const bytesOf = async (file: Body) =>
    Buffer.from(await (await fetch(await linkOf(started.call, file.__id))).arrayBuffer())
  const contractOf = async (id: string): Promise<Body> => item(await started.call('GET', `${app}/${id}/get`))

  it('shows the fields of the element, of what it refers to, sections and rows, and becomes a file of its field', async () => {
    const { __id, __index } = await aContract()
    const { file, version, warnings } = await generated('letters.contracts/letter', {
      element: __id,
      context: { remark: 'Thank you.\nAnn' },
    })
    assert.deepEqual([file.name, version, warnings], [`Letter ${__index}- Supply of paper.docx`, 1, []])
    assert.deepEqual((await contractOf(__id)).letters, [file.__id])
    assert.deepEqual(await paragraphsOf(await bytesOf(file)), [
      `Contract No. ${__index} "Supply of paper" of 5 March 2026 (Draft, Supply)`,
      'Customer: Acme, Riga. Manager: Smith Ann.',
      'Total: €1,500.00. Approval is needed.',
      'Item',
      'Price',
      'Paper & <ink>',
      '10',
      'Pens',
      '2.5',
      'Thank you.\nAnn',
    ])
  })

  it('becomes the next version of the file that the template made before, unless nothing changed', async () => {
    const { __id } = await aContract()
    const first = await generated('letters.contracts/letter', { element: __id })
    const same = await generated('letters.contracts/letter', { element: __id })
    assert.deepEqual([same.file.__id, same.version], [first.file.__id, 1])
    assertDone(await started.call('POST', `${app}/${__id}/update`, { context: { title: 'Other' } }))
    const second = await generated('letters.contracts/letter', { element: __id })
    assert.deepEqual([second.file.__id, second.version], [first.file.__id, 2])
    assert.match(second.file.name, /Other\.docx$/)
    assert.deepEqual((await contractOf(__id)).letters, [first.file.__id])
  })

  it('becomes a new file when the earlier one was taken from the element, and in another field or format', async () => {
    const { __id } = await aContract()
    const first = await generated('letters.contracts/letter', { element: __id })
    assertDone(await started.call('POST', `${app}/${__id}/update`, { context: { letters: [] } }))
    const again = await generated('letters.contracts/letter', { element: __id })
    assert.notEqual(again.file.__id, first.file.__id)
    const scan = await generated('letters.contracts/letter', { element: __id, field: 'scan' })
    const pdf = await generated('letters.contracts/letter', { element: __id, format: 'pdf' })
    const { letters, scan: inScan } = await contractOf(__id)
    assert.deepEqual([letters, inScan], [[again.file.__id, pdf.file.__id], [scan.file.__id]])
    assert.match(pdf.file.name, /\.pdf$/)
    assert.match(String(await bytesOf(pdf.file)), /^%PDF-1.7 PK/)
  })

  it('is one file when two requests generate it at the same time', async () => {
    const { __id } = await aContract()
    const both = await Promise.all([1, 2, 3].map(() => generated('letters.contracts/letter', { element: __id })))
    assert.equal(new Set(both.map(({ file }) => file.__id)).size, 1)
    assert.equal((await contractOf(__id)).letters.length, 1)
  })

  it('in HTML has escaped values', async () => {
    const { __id } = await aContract({ title: '<script>alert("1")</script>' })
    const { file } = await generated('letters.contracts/card', { element: __id, field: 'letters' })
    assert.equal(
      String(await bytesOf(file)),
      '<h1>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</h1>\n<p>€1,500.00</p>',
    )
    assert.equal(file.name, 'card.html')
  })

  it('can be made from inputs alone, for an element of any application', async () => {
    const { __id } = await aContract()
    const context = { text: 'Order', rows: [{ item: 'a', price: '2.50' }] }
    const body = { element: __id, app: 'letters.contracts', field: 'letters', context }
    const { file } = await generated('letters/note', body)
    assert.equal(String(await bytesOf(file)), '<p>Order</p><ul><li>a: 2.5</li></ul>')
  })

  it('is previewed without being stored', async () => {
    const { __id } = await aContract()
    const response = await fetch(`${started.url}${templates}/letters.contracts/card/preview`, {
      method: 'POST',
      headers: { authorization: 'Bearer test-token-of-the-administrator' },
      body: JSON.stringify({ element: __id }),
    })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/octet-stream')
    assert.equal(response.headers.get('content-disposition'), "attachment; filename*=UTF-8''card.html")
    assert.equal(await response.text(), '<h1>Supply of paper</h1>\n<p>€1,500.00</p>')
    assert.equal((await contractOf(__id)).letters, null)
  })

  describe('is refused, and nothing is stored,', () => {
    const cases: readonly [string, string, (id: string) => Body, number, string, RegExp][] = [
      [
        'for an unknown template',
        'letters.contracts/leter',
        (element) => ({ element }),
        404,
        'document_template.not_found',
        /did you mean "letters.contracts.letter"/,
      ],
      [
        'for an unknown element',
        'letters.contracts/letter',
        () => ({ element: ann.id }),
        404,
        'element.not_found',
        /not found/,
      ],
      [
        'with an unknown input',
        'letters.contracts/letter',
        (element) => ({ element, context: { remrk: 'a' } }),
        400,
        'document_template.input_invalid',
        /no input "remrk"; did you mean "remark"/,
      ],
      [
        'with an input of another type',
        'letters.contracts/letter',
        (element) => ({ element, context: { remark: 5 } }),
        400,
        'document_template.input_invalid',
        /"remark" must be a text/,
      ],
      [
        'with a row of another type',
        'letters/note',
        (element) => ({ element, app: 'letters.contracts', field: 'letters', context: { rows: [{ price: 'x' }] } }),
        400,
        'document_template.input_invalid',
        /"rows\[0\].price" must be a number/,
      ],
      [
        'in a format that the template cannot give',
        'letters.contracts/letter',
        (element) => ({ element, format: 'html' }),
        400,
        'document_template.input_invalid',
        /gives docx or pdf, not html/,
      ],
      [
        'without a field',
        'letters.contracts/card',
        (element) => ({ element }),
        400,
        'document_template.input_invalid',
        /"field" is required/,
      ],
      [
        'for an unknown field',
        'letters.contracts/card',
        (element) => ({ element, field: 'leters' }),
        400,
        'document_template.input_invalid',
        /no field of files "leters"; did you mean "letters"/,
      ],
      [
        'without an application',
        'letters/note',
        (element) => ({ element, field: 'letters' }),
        400,
        'document_template.input_invalid',
        /"app" is required/,
      ],
      [
        'for an element of another application',
        'letters.contracts/letter',
        (element) => ({ element, app: 'letters.customers' }),
        400,
        'document_template.input_invalid',
        /for elements of letters.contracts, not of letters.customers/,
      ],
    ]
    for (const [name, path, body, status, code, message] of cases) {
      it(name, async () => {
        const { __id } = await aContract()
        assertRefused(await generate(started.call, path, body(__id)), status, code, message)
        assert.equal((await contractOf(__id)).letters, null)
      })
    }
  })

  it('shows only what the caller may read', async () => {
    await applyLetters(started.call, {
      'namespaces/letters/apps/contracts/doctemplates/secret.html': '<p>{{secret}}</p>',
    })
    const { __id } = await aContract({ secret: 'for lawyers' })
    const body = { element: __id, field: 'letters' }
    assertRefused(
      await generate(ann.call, 'letters.contracts/secret', body),
      403,
      'document_template.field_hidden',
      /fields of the element that you cannot read/,
    )
    const { file } = await generated('letters.contracts/secret', body)
    assert.equal(String(await bytesOf(file)), '<p>for lawyers</p>')
    const own = await generated('letters.contracts/card', body, ann.call)
    assert.equal(own.version, 1)
  })

  it('is described without the field to which it is attached, when the caller may not know the field', async () => {
    const contracts = 'namespaces/letters/apps/contracts'
    await applyLetters(started.call, {
      [`${contracts}.yaml`]: String(letterFiles()[`${contracts}.yaml`]).replace('[secret]', '[secret, scan]'),
      [`${contracts}/doctemplates/card.yaml`]: 'field: scan\n',
    })
    const fieldFor = async (call: Call): Promise<unknown> => {
      const rows = (await call('GET', '/pub/v1/scheme/namespaces/letters/doctemplates')).body.result.result
      return rows.find(({ code }: Body) => code === 'card').field
    }
    assert.deepEqual([await fieldFor(started.call), await fieldFor(ann.call)], ['scan', null])
    await applyLetters(started.call)
  })

  it('is refused when its template no longer fits the application', async () => {
    const { __id } = await aContract()
    // An apply would refuse this template; it can only arise when another solution removes the field.
    await started.platform.database.single.rows(
      sql`update document_template set file = ${Buffer.from('<p>{{gone}}</p>')} where code = 'card'`,
    )
    const answer = await generate(started.call, 'letters.contracts/card', { element: __id, field: 'letters' })
    assertRefused(answer, 409, 'document_template.outdated', /no longer fits its application: {{gone}}: unknown name/)
  })

  it('is refused for a file that an earlier version accepted and that is refused today', async () => {
    const { __id } = await aContract()
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/logo.png"/></svg>'
    const old: Readonly<Record<string, Buffer>> = {
      letter: docx(paragraph('Text'), { 'word/media/i.svg': picture }),
      card: Buffer.from('<p onclick="alert(1)">{{title}}</p>'),
    }
    for (const [code, file] of Object.entries(old)) {
      await started.platform.database.single.rows(sql`update document_template set file = ${file} where code = ${code}`)
      const body = { element: __id, field: 'letters', format: 'pdf' }
      const answer = await generate(started.call, `letters.contracts/${code}`, body)
      assertRefused(answer, 409, 'document_template.outdated', /the template is no longer accepted: /)
    }
  })
})

it('a PDF is refused with a code when LibreOffice is not set', async () => {
  const started = await startEmptyPlatform()
  try {
    await applyLetters(started.call)
    const contract = await made(started.call, app, { title: 'a' })
    const answer = await started.call('POST', `${templates}/letters.contracts/letter/generate`, {
      element: contract.__id,
      format: 'pdf',
    })
    assertRefused(answer, 422, 'document_template.pdf_unavailable', /set LIBREOFFICE/)
  } finally {
    await started[Symbol.asyncDispose]()
  }
})
