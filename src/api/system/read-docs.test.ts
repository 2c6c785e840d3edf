import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useServer } from '../../../test/shared-server.ts'

const server = useServer()

it('returns a page for browsers', async () => {
  const { status, headers, body } = await server.as('')('GET', '/docs')
  assert.equal(status, 200)
  assert.match(headers.get('content-type')!, /^text\/html/)
  assert.match(body, /openapi\.json/)
})
