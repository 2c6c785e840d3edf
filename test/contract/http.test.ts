import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, parts, startEverything, things } from '../everything.ts'
import { adminToken, type Body, type TestPlatform } from '../platform.ts'
import { rawRequest, sendRaw } from '../raw-http.ts'

let started: TestPlatform
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const token = `authorization: Bearer ${adminToken}`

describe('a path', () => {
  it('may contain double slashes, which result from a base address with a trailing slash', async () => {
    for (const path of ['/pub/v1//app/list', '//pub/v1/app//list', '/pub/v1/app/list/', `//${parts}//list`]) {
      assertDone(await started.call('GET', path))
    }
  })

  it('that is unknown is 404', async () => {
    for (const path of ['/pub/v1/nothing', '/pub/v1/scheme/app', '/nothing', `${things}/a/b/c`, '/pub/v1', '/']) {
      assertRefused(await started.call('GET', path), 404, 'path.not_found', /nothing at/)
      assertRefused(await started.as('')('POST', path, '{}'), 404, 'path.not_found', /nothing at/)
    }
  })

  it('of the root redirects a browser to the documentation, and gives programs a 404', async () => {
    const ask = (accept: string, method = 'GET') =>
      fetch(`${started.url}/?from=bookmark`, { method, headers: { accept }, redirect: 'manual' })
    const page = await ask('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    assert.deepEqual(
      [page.status, page.headers.get('location'), page.headers.get('vary')],
      [302, '/openapi.json', 'accept'],
    )
    const followed = await fetch(`${started.url}/`, { headers: { accept: 'text/html' } })
    assert.deepEqual([followed.status, followed.headers.get('content-type')], [200, 'application/json; charset=utf-8'])
    for (const answer of [await ask('application/json'), await ask('*/*'), await ask('text/html', 'POST')]) {
      assert.equal(answer.status, 404)
      assert.equal(((await answer.json()) as Body).code, 'path.not_found')
    }
  })

  it('with an empty segment is not found', async () => {
    for (const path of [`${things}//get`, `${things}/%20/get`, '/pub/v1/app//things/list']) {
      assert.equal((await started.call('GET', path)).status, 404)
    }
  })

  it('with an invalid percent sign is 404, as JSON', async () => {
    for (const path of ['/pub/v1/app/%zz/x/list', '/pub/v1/app/%c3%28/x/list', '/%']) {
      const answer = await sendRaw(started.url, rawRequest(`GET ${path}`, [token]))
      assert.deepEqual([answer.status, answer.body.success], [404, false])
    }
  })

  it('with characters that should have been encoded still works', async () => {
    const answer = await sendRaw(started.url, rawRequest('GET /pub/v1/app/все/части/list', [token]))
    assert.equal(answer.body.success, false)
    assert.ok(answer.status === 404 || answer.status === 400)
  })

  it('with a very long id is not found', async () => {
    for (const length of [300, 16_000, 20_000]) {
      const answer = await started.call('GET', `${things}/${'a'.repeat(length)}/get`)
      assert.deepEqual([answer.status, answer.body.success], [404, false], String(length))
    }
  })
})

describe('a method', () => {
  it('that a path does not have is 405, and Allow lists the methods that it has', async () => {
    for (const [method, path, allow] of [
      ['POST', '/pub/v1/app/list', 'GET'],
      ['DELETE', `${things}/list`, 'GET, POST'],
      ['GET', `${things}/create`, 'POST'],
      ['PUT', `${things}/x/update`, 'POST'],
      ['PATCH', '/pub/v1/user/list', 'GET, POST'],
      ['OPTIONS', `${things}/x/get`, 'GET, POST'],
    ] as const) {
      const answer = await started.call(method, path)
      assertRefused(answer, 405, 'path.method_not_allowed', /not allowed here/)
      assert.equal(answer.headers.get('allow'), allow)
    }
  })

  it('HEAD gets no body and the list of allowed methods', async () => {
    const answer = await sendRaw(started.url, rawRequest('HEAD /pub/v1/app/list', [token]))
    assert.equal(answer.status, 405)
    assert.match(answer.head, /^allow: GET$/im)
    assert.equal(answer.body, '')
  })

  it('OPTIONS of an unknown path is 404', async () => {
    assert.equal((await started.call('OPTIONS', '/pub/v1/nothing')).status, 404)
  })

  it('that HTTP does not define is refused as JSON', async () => {
    const answer = await sendRaw(started.url, rawRequest('NONSENSE /pub/v1/app/list', [token]))
    assert.deepEqual([answer.status, answer.body.success, answer.body.code], [400, false, 'http.malformed'])
  })

  it('that is rarely used is 405', async () => {
    const answer = await sendRaw(started.url, rawRequest('PROPFIND /pub/v1/app/list', [token]))
    assert.deepEqual([answer.status, answer.body.success], [405, false])
  })
})

describe('a request that is too large', () => {
  it('is 413 for a body of more than 4 MiB, with or without a Content-Length', async () => {
    const large = `{"x":"${'a'.repeat(11 * 1024 * 1024)}"}`
    assertRefused(await started.call('POST', `${things}/list`, large), 413, 'input.too_large', /4 MiB/)
    const stream = new Blob([large]).stream()
    const answer = await fetch(`${started.url}${things}/list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}` },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    assert.deepEqual([answer.status, ((await answer.json()) as Body).success], [413, false])
  })

  it('is 413 for a query in the address, and 431 for headers or an address of more than 64 KiB', async () => {
    const query = await sendRaw(started.url, rawRequest(`GET ${things}/list?query=${'a'.repeat(61_000)}`, [token]))
    assert.deepEqual([query.status, query.body.code], [413, 'input.too_large'])
    const address = await sendRaw(started.url, rawRequest(`GET /${'a'.repeat(70_000)}`, [token]))
    assert.deepEqual([address.status, address.body.code], [431, 'http.headers_too_large'])
    const header = await sendRaw(started.url, rawRequest('GET /', [`x-long: ${'a'.repeat(70_000)}`]))
    assert.deepEqual([header.status, header.body.success], [431, false])
  })
})

describe('a header with contradicting values', () => {
  const get = 'GET /pub/v1/app/list'
  const whole = (line: string, headers: readonly string[]): string =>
    `${[`${line} HTTP/1.1`, ...headers, 'connection: close'].join('\r\n')}\r\n\r\n`
  const many = Array.from({ length: 2_500 }, (_, count) => `x-${count}: 1`)

  for (const [what, text, sentence] of [
    ['two hosts', whole(get, [token, 'host: here', 'Host: there']), /Host is given twice/],
    ['the same host twice', whole(get, [token, 'host: here', 'host: here']), /host is given twice/],
    ['a second host behind 2,500 headers', whole(get, [token, 'host: a', ...many, 'host: b']), /host is given twice/],
    ['a host with a path', whole(get, [token, 'host: here/there']), /not a valid host name/],
    ['a host with a space', whole(get, [token, 'host: here there']), /not a valid host name/],
    ['a host with a user', whole(get, [token, 'host: user@here']), /not a valid host name/],
    ['a port that is no number', whole(get, [token, 'host: here:http']), /not a valid host name/],
    ['two authorizations', rawRequest(get, [token, token]), /authorization is given twice/],
    ['two others', rawRequest(get, ['authorization: Bearer wrong', token]), /authorization is given twice/],
    ['two tokens', rawRequest(get, ['x-token: a', 'x-token: b']), /x-token is given twice/],
    [
      'two content types',
      rawRequest(`POST ${parts}/list`, [token, 'content-type: application/json', 'content-type: text/plain'], '{}'),
      /content-type is given twice/,
    ],
    [
      'two ranges',
      rawRequest('GET /nothing', ['content-range: a', 'content-range: b']),
      /content-range is given twice/,
    ],
  ] as const) {
    it(`is refused: ${what}`, async () => {
      const { status, body } = await sendRaw(started.url, text)
      assert.deepEqual([status, body.success, body.code], [400, false, 'http.malformed'])
      assert.match(body.error, sentence)
    })
  }

  it('is accepted where it may be a list, and a host may be any valid host', async () => {
    for (const headers of [
      ['host: here', 'accept: a/b', 'accept: c/d', 'cookie: a=1', 'cookie: b=2', 'x-other: 1', 'x-other: 2'],
      ['host: here:8080'],
      ['host: [::1]:8080'],
      ['host: 127.0.0.1'],
      ['host: sub_domain.example.org.'],
      ['host:'],
    ]) {
      const { status } = await sendRaw(started.url, whole(get, [token, ...headers]))
      assert.equal(status, 200, headers.join())
    }
    const old = await sendRaw(started.url, `${get} HTTP/1.0\r\n${token}\r\n\r\n`)
    assert.equal(old.status, 200, 'HTTP/1.0 knows no Host')
  })
})

describe('malformed HTTP', () => {
  for (const [what, text] of Object.entries({
    'a line that is no request': 'hello\r\n\r\n',
    'a header without a colon': rawRequest('GET /', ['broken']),
    'a content length that is no number': rawRequest('POST /', ['content-length: many']),
    'two content lengths': rawRequest('POST /', ['content-length: 1', 'content-length: 2']),
    'the same content length twice': rawRequest('POST /', ['content-length: 1', 'content-length: 1'], 'x'),
    'a list of content lengths': rawRequest('POST /', ['content-length: 1, 1']),
    'an encoding that is not chunked': rawRequest('POST /', ['transfer-encoding: gzip']),
    'chunks twice': rawRequest('POST /', ['transfer-encoding: chunked', 'transfer-encoding: chunked']),
    'chunks in HTTP/1.0': 'POST / HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'a space before the colon': rawRequest('GET /', ['x : y']),
    'a folded header': rawRequest('GET /', ['x: y\r\n z']),
    'length and chunks together': rawRequest('POST /', ['content-length: 3', 'transfer-encoding: chunked'], 'abc'),
    'no host': 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
    'a tunnel': rawRequest('CONNECT elsewhere:80'),
    'a chunk without a size': rawRequest(`POST ${things}/list`, [token, 'transfer-encoding: chunked', '', 'zz']),
  })) {
    it(`is answered with JSON: ${what}`, async () => {
      const { status, head, body } = await sendRaw(started.url, text)
      assert.equal(status, 400)
      assert.match(head, /^content-type: application\/json; charset=utf-8$/im)
      assert.equal(body.success, false)
      assert.ok(body.error.length > 5)
    })
  }

  it('does not include a request with an unknown expectation, which is ignored', async () => {
    const answer = await sendRaw(started.url, rawRequest('GET /pub/v1/app/list', [token, 'expect: nothing']))
    assert.deepEqual([answer.status, answer.body.success], [200, true])
  })

  it('does not include a body that is announced by an expectation, which is requested and read', async () => {
    const request = rawRequest(`POST ${parts}/list`, [token, 'expect: 100-continue'], '{"size":0}')
    const { head, body } = await sendRaw(started.url, request)
    assert.match(head, /^HTTP\/1\.1 100 /)
    assert.match(body, /"result":\[\]/)
  })

  it('does not affect the requests of others', async () => {
    await sendRaw(started.url, 'x\r\n\r\n')
    assertDone(await started.call('GET', '/pub/v1/app/list'))
  })
})

describe('similar paths', () => {
  it('are distinguished: the list of applications and the elements of an application', async () => {
    const applications = await started.call('GET', '/pub/v1/app/list')
    assert.ok(applications.body.result.result.every((one: { code: string }) => typeof one.code === 'string'))
    const answer = await started.call('GET', '/pub/v1/app/all/list')
    assertRefused(answer, 404, 'path.not_found', /nothing at/)
  })

  it('may contain namespaces with dots, underscores and dashes, which are unknown here', async () => {
    for (const namespace of ['section.app', '_system_catalogs', 'ext_0b6f7b2e-2f0f-4f5a-9c53-000000000000']) {
      const answer = await started.call('GET', `/pub/v1/app/${namespace}/things/list`)
      assertRefused(answer, 404, 'application.not_found', /not found/)
    }
  })
})
