import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useServer } from '../../../test/shared-server.ts'
import { operations } from '../operations.ts'

const server = useServer()

it('returns the OpenAPI document to everybody, with every operation', async () => {
  const { status, body } = await server.as('')('GET', '/openapi.json')
  assert.equal(status, 200)
  assert.match(body.openapi, /^3\./)
  for (const { path, methods } of operations)
    for (const method of methods) assert.ok(body.paths[path]?.[method.toLowerCase()], `${method} ${path}`)
})
