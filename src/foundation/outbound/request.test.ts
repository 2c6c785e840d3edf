import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { forbiddenHosts } from './forbidden-hosts.fixture.ts'
import { otherServer, textOf, usualLimits } from './other-server.fixture.ts'

describe('a request with a body', () => {
  it('sends its method, headers and bytes, and returns an answer of any status', async () => {
    let asked: IncomingMessage | undefined
    let body = ''
    await using server = await otherServer(async (request, response) => {
      asked = request
      body = await text(request)
      response.writeHead(418, { 'x-kind': 'teapot' }).end('short')
    })
    const headers = { 'content-type': 'application/json', accept: 'application/json', host: 'other.test' }
    const answered = await server.outbound.request(
      `http://open.test:${server.port}/a?b=1`,
      { method: 'PUT', headers, body: '{"é":1}' },
      usualLimits,
    )
    assert.deepEqual([answered.status, answered.headers['x-kind'], await textOf(answered)], [418, 'teapot', 'short'])
    assert.deepEqual([asked!.method, asked!.url, body], ['PUT', '/a?b=1', '{"é":1}'])
    assert.equal(asked!.headers.host, `open.test:${server.port}`)
    assert.deepEqual([asked!.headers['content-length'], asked!.headers.accept], ['8', 'application/json'])
  })

  it('follows no redirect', async () => {
    await using server = await otherServer((_, response) => void response.writeHead(307, { location: '/b' }).end())
    using answered = await server.outbound.request(`http://open.test:${server.port}/`, { method: 'POST' }, usualLimits)
    assert.deepEqual([answered.status, server.connections()], [307, 1])
  })

  it('goes to public hosts only', async () => {
    await using server = await otherServer((_, response) => void response.end('inside'))
    const outbound = server.outboundWith({ allow: [] })
    for (const host of forbiddenHosts)
      await assert.rejects(outbound.request(`http://${host}:${server.port}/`, { method: 'POST' }, usualLimits), {
        code: 'outbound.not_allowed',
      })
    assert.deepEqual([server.connections(), server.dialled], [0, []])
  })

  it('is not sent with a header that would break the request', async () => {
    await using server = await otherServer((_, response) => void response.end())
    const headers = { 'x-a': 'a\r\nx-b: b' }
    await assert.rejects(
      server.outbound.request(`http://open.test:${server.port}/`, { method: 'POST', headers }, usualLimits),
      { code: 'outbound.unreachable' },
    )
  })

  it('ends when its signal is aborted', async () => {
    const ending = new AbortController()
    await using server = await otherServer(() => ending.abort())
    await assert.rejects(
      server.outbound.request(
        `http://open.test:${server.port}/`,
        { method: 'POST' },
        { ...usualLimits, signal: ending.signal },
      ),
      { code: 'outbound.unreachable' },
    )
  })
})
