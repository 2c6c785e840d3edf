import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused, item, made } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { linkOf } from '../../v1/disk/files.fixture.ts'

const server = useServer()
const contracts = '/pub/v1/app/docs/contracts'
const generate = (body: object, code = 'letter') =>
  server.call('POST', `/api/v1/document-templates/docs.contracts/${code}/generate`, body)

describe('generating a document', () => {
  it('attaches it to the element; the next one is a version of the same file', async () => {
    const contract = await made(server.call, contracts, {
      number: 'D-1/26',
      subject: 'Paper & pens',
      price: { cents: 150_000, currency: 'EUR' },
    })
    const first = await generate({ element: contract.__id, context: { remark: 'Thank you.' } })
    assertDone(first)
    assert.deepEqual([first.body.file.name, first.body.version], ['Letter about D-1-26.html', 1])
    const stored = item(await server.call('GET', `${contracts}/${contract.__id}/get`))
    assert.deepEqual(stored.scans, [first.body.file.__id])
    const html = await (await fetch(await linkOf(server.call, first.body.file.__id))).text()
    for (const text of ['<h1>Contract D-1/26</h1>', 'Paper &amp; pens', '€1,500.00', 'please sign', 'Thank you.'])
      assert.ok(html.includes(text), text)
    const second = await generate({ element: contract.__id })
    assert.deepEqual([second.body.file.__id, second.body.version], [first.body.file.__id, 2])
  })

  it('is refused for an unknown template, element or key', async () => {
    const unknown = { element: newId() }
    assertRefused(
      await generate(unknown, 'leter'),
      404,
      'document_template.not_found',
      /did you mean "docs.contracts.letter"/,
    )
    assertRefused(await generate(unknown), 404, 'element.not_found', /not found in docs.contracts/)
    assertRefused(await generate({ ...unknown, contxt: {} }), 400, 'input.wrong', /contxt/)
  })
})
