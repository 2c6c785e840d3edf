import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused, item, made } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()
const path = '/api/v1/document-templates/docs.contracts/letter/preview'

it('returns the document as an attachment and stores nothing', async () => {
  const contract = await made(server.call, '/pub/v1/app/docs/contracts', { number: '7', subject: 'Pens' })
  const answer = await server.call('POST', path, { element: contract.__id })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-disposition'), "attachment; filename*=UTF-8''Letter%20about%207.html")
  assert.match(answer.body, /<h1>Contract 7<\/h1>/)
  assert.equal(item(await server.call('GET', `/pub/v1/app/docs/contracts/${contract.__id}/get`)).scans, null)
})

it('is refused without the element whose fields the template shows', async () => {
  assertRefused(await server.call('POST', path, {}), 400, 'document_template.input_invalid', /"element" is required/)
})
