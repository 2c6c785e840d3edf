import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDocument, answered, aSheet, sheets, user } from './sheets.fixture.ts'

const server = useServer()

it('is a page with the document, the version, and the answers with names and times', async () => {
  const anna = await server.user({ lastname: 'Petrova', firstname: 'Anna', position: 'Lawyer' })
  const boris = await server.user({ lastname: 'Orlov' })
  const stages = [{ respondents: [user(anna.id)] }, { respondents: [user(boris.id)] }]
  const { id, file } = await aSheet(server.call, await aDocument(server.call), [], { stages, subject: 'The <lease>' })
  await answered(anna.call, id, 'approvedWithRemarks', { comment: 'mind the date & place' })
  const answer = await boris.call('GET', `${sheets}/${id}/print`)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'unsafe-inline';/)
  const page = String(answer.body)
  assert.match(page, /<h1>Approval sheet<\/h1>/)
  assert.match(page, /The &lt;lease&gt;/)
  assert.ok(page.includes(`contract.txt, version 1</dd><dt>SHA-256</dt><dd>${file.sha256}</dd>`))
  assert.match(page, /<td>1<\/td><td>1<\/td><td>[^<]*<\/td><td>Petrova Anna<\/td><td>approved with remarks<\/td>/)
  assert.match(page, /<td>mind the date &amp; place<\/td><td>\d{4}-\d\d-\d\d \d\d:\d\d<\/td>/)
  assert.match(page, /<td>Orlov<\/td><td>no answer yet<\/td><td><\/td><td><\/td>/)
  assert.match(page, /<dt>Result<\/dt><dd>in progress<\/dd>/)
})

it('is hidden like the sheet', async () => {
  const missing = await server.call('GET', `${sheets}/${newId()}/print`)
  assertRefused(missing, 404, 'sheet.not_found', /not found/)
})
