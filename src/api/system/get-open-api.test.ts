import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { it } from 'node:test'
import { gunzipSync } from 'node:zlib'
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

it('is compressed for clients that accept it', async () => {
  const { url } = server.running()
  const sizes: number[] = []
  for (const accepted of ['identity', 'gzip']) {
    const request = get(`${url}/openapi.json`, { headers: { 'accept-encoding': accepted } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const bytes = Buffer.concat(await response.toArray())
    const text = accepted === 'gzip' ? gunzipSync(bytes).toString() : bytes.toString()
    assert.equal(response.headers['content-encoding'], accepted === 'gzip' ? 'gzip' : undefined)
    assert.equal(response.headers.vary, 'accept-encoding')
    assert.equal(JSON.parse(text).openapi, '3.1.0')
    sizes.push(bytes.length)
  }
  assert.ok(sizes[1]! < sizes[0]! / 5, `${sizes}`)
})
