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

  it('happens once for an idempotency key, as a new file and as a next version, which cancels a sheet', async () => {
    const contract = await made(server.call, contracts, { number: 'D-2/26' })
    const body = (remark: string) => ({ element: contract.__id, context: { remark } })
    const withKey = async (remark: string, key: string) => {
      const path = '/api/v1/document-templates/docs.contracts/letter/generate'
      const answer = await server.call('POST', path, body(remark), { 'idempotency-key': key })
      assertDone(answer)
      return answer
    }
    const [first, second] = [newId(), newId()]
    const file = (await withKey('one', first)).body.file.__id
    assertDone(
      await server.call('POST', '/api/v1/sheets', {
        ...{ type: 'approval', namespace: 'docs', code: 'contracts', elementId: contract.__id },
        stages: [{ respondents: [{ type: 'user', id: (await server.user()).id }] }],
      }),
    )
    assert.equal((await withKey('two', second)).body.version, 2)
    for (const [remark, key] of [
      ['one', first],
      ['two', second],
    ] as const) {
      const again = await withKey(remark, key)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.deepEqual([again.body.file.__id, again.body.version], [file, 2])
    }
    const sheets = await server.call('POST', `/pub/v1/docflow/docs/contracts/${contract.__id}/lists`)
    assert.equal(sheets.body.result[0].status, 'cancelled')
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
