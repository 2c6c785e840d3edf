import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()
const templates = '/api/v1/document-templates/docs.contracts'

it('returns the file byte by byte, as an attachment', async () => {
  const answer = await server.call('GET', `${templates}/letter/file`)
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="letter.html"')
  assert.equal(
    answer.body,
    readFileSync('test/solutions/office/namespaces/docs/apps/contracts/doctemplates/letter.html', 'utf8'),
  )
})

it('is for administrators, because placeholders name fields that may be hidden', async () => {
  const { call } = await server.user()
  assertRefused(await call('GET', `${templates}/letter/file`), 403, 'auth.not_allowed', /administrator/)
})

it('refuses an unknown template', async () => {
  const answer = await server.call('GET', `${templates}/leter/file`)
  assertRefused(answer, 404, 'document_template.not_found', /did you mean "docs.contracts.letter"/)
})
