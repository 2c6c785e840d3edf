import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { PlatformError } from '../kit/errors.ts'
import { createOutbound } from './index.ts'
import { otherServer, textOf, usualLimits } from './other-server.fixture.ts'

type Answering = (request: IncomingMessage, response: ServerResponse) => void

async function fetchFrom(answering: Answering, { limits = {}, path = '/', host = 'open.test' } = {}) {
  await using server = await otherServer(answering)
  const fetched = await server.outbound.get(`http://${host}:${server.port}${path}`, { ...usualLimits, ...limits })
  return { fetched, text: await textOf(fetched) }
}

async function codeOf(answering: Answering, given: Parameters<typeof fetchFrom>[1] = {}): Promise<string> {
  try {
    await fetchFrom(answering, given)
    return 'fetched'
  } catch (error) {
    assert.ok(error instanceof PlatformError, `${(error as Error).stack}`)
    return error.code
  }
}

describe('a request', () => {
  it('is a GET with the host name, and contains nothing that identifies the caller', async () => {
    let asked: IncomingMessage | undefined
    const { text } = await fetchFrom(
      (request, response) => {
        asked = request
        response.end('x')
      },
      { path: '/a%20b/ё?q=1#part' },
    )
    assert.equal(text, 'x')
    assert.deepEqual([asked!.method, asked!.url], ['GET', '/a%20b/%D1%91?q=1'])
    const { host, ...headers } = asked!.headers
    assert.match(host!, /^open\.test:\d+$/)
    assert.deepEqual(headers, {
      'user-agent': 'Chancery',
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: 'close',
    })
  })

  it('is sent to the next address when the first one does not respond', async () => {
    await using server = await otherServer((_, response) => void response.end('second'))
    const outbound = server.outboundWith({ resolve: async () => ['127.0.0.2', '127.0.0.1'] })
    assert.equal(await textOf(await outbound.get(`http://open.test:${server.port}/`, usualLimits)), 'second')
    assert.deepEqual(server.dialled, ['127.0.0.2', '127.0.0.1'])
  })

  it('uses no proxy from the environment', async () => {
    await using server = await otherServer((_, response) => void response.end('by a proxy'))
    const room = new URL('index.ts', import.meta.url).href
    const script = `
      const { createOutbound } = await import(${JSON.stringify(room)})
      const dial = async () => { throw new Error('not in a test') }
      const outbound = createOutbound({ resolve: async () => ['93.184.216.34'], dial })
      const limits = { maxBytes: 9, wholeMs: 9000 }
      console.log(await outbound.get('http://example.test/', limits).catch(({ code }) => code))`
    const proxy = `http://127.0.0.1:${server.port}`
    const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy }
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' })
    assert.deepEqual([stdout.trim(), server.connections()], ['outbound.unreachable', 0])
  })
})

describe('redirects', () => {
  const steps =
    (length: number, status = 302): Answering =>
    (request, response) => {
      const at = Number(request.url!.slice(1))
      if (at < length) response.writeHead(status, { location: `${at + 1}` }).end()
      else response.end(`step ${at}`)
    }

  it('are followed five times, each relative to the address before', async () => {
    for (const status of [301, 302, 303, 307, 308])
      assert.equal((await fetchFrom(steps(5, status), { path: '/0' })).text, 'step 5')
    const { fetched } = await fetchFrom(steps(2), { path: '/0' })
    assert.equal(fetched.url.pathname, '/2')
  })

  it('are an error when there are more', async () => {
    assert.equal(await codeOf(steps(6), { path: '/0' }), 'outbound.too_many_redirects')
  })

  it('may lead to an address in UTF-8 that is not escaped', async () => {
    const location = Buffer.from('/отчёт').toString('latin1')
    const { text } = await fetchFrom((request, response) => {
      if (request.url === '/') response.writeHead(302, { location }).end()
      else response.end(decodeURIComponent(request.url!))
    })
    assert.equal(text, '/отчёт')
  })

  it('are an error without an address, and so is any other status than 200', async () => {
    for (const status of [201, 204, 206, 300, 302, 304, 400, 401, 404, 500])
      assert.equal(
        await codeOf((_, response) => void response.writeHead(status).end()),
        'outbound.refused',
        `${status}`,
      )
  })
})

describe('the bytes of a response', () => {
  const limits = { maxBytes: 1000 }
  const sends =
    (bytes: Buffer, headers: Record<string, string | number> = {}): Answering =>
    (_, response) =>
      void response.writeHead(200, headers).end(bytes)

  it('are read up to the limit, whatever the headers announce', async () => {
    const chunked: Answering = (_, response) => {
      response.write(Buffer.alloc(600))
      response.end(Buffer.alloc(401))
    }
    assert.equal(await codeOf(sends(Buffer.alloc(1000)), { limits }), 'fetched')
    assert.equal(await codeOf(sends(Buffer.alloc(1001)), { limits }), 'outbound.too_large')
    assert.equal(await codeOf(chunked, { limits }), 'outbound.too_large')
    assert.equal(await codeOf(sends(Buffer.alloc(5), { 'content-length': 5 }), { limits }), 'fetched')
  })

  it('are refused by their announced length before they arrive', async () => {
    const never: Answering = (_, response) => {
      response.writeHead(200, { 'content-length': 1001 })
      response.flushHeaders()
    }
    assert.equal(await codeOf(never, { limits }), 'outbound.too_large')
  })

  it('are decoded, even if no encoding was requested', async () => {
    const bytes = Buffer.from('the same words, '.repeat(20))
    for (const [encoding, packed] of [
      ['gzip', gzipSync(bytes)],
      ['X-GZIP', gzipSync(bytes)],
      ['deflate', deflateSync(bytes)],
      ['br', brotliCompressSync(bytes)],
      ['identity', bytes],
    ] as const) {
      const { text } = await fetchFrom(sends(packed, { 'content-encoding': encoding }), { limits })
      assert.equal(text, bytes.toString(), encoding)
    }
  })

  it('are counted both as received and as decoded', async () => {
    const much = Buffer.alloc(50 * 1024 ** 2)
    for (const [encoding, packed] of [
      ['gzip', gzipSync(much)],
      ['br', brotliCompressSync(much)],
    ] as const) {
      const answering = sends(packed, { 'content-encoding': encoding })
      assert.equal(await codeOf(answering, { limits: { maxBytes: 10 * 1024 ** 2 } }), 'outbound.too_large', encoding)
    }
    // A gzip file with many empty members.
    const nothings = Buffer.concat(Array.from({ length: 100 }, () => gzipSync(Buffer.alloc(0))))
    const slow: Answering = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.write(nothings)
      response.end(nothings)
    }
    assert.equal(await codeOf(slow, { limits }), 'outbound.too_large')
  })

  it('are refused when the encoding does not match the headers', async () => {
    const packed = gzipSync(Buffer.from('words'))
    for (const [encoding, bytes] of [
      ['gzip', Buffer.from('plain')],
      ['gzip', packed.subarray(0, 12)],
      ['gzip, gzip', gzipSync(packed)],
      ['zstd', packed],
      ['constructor', packed],
    ] as const) {
      const answering = sends(bytes, { 'content-encoding': encoding })
      assert.equal(await codeOf(answering, { limits }), 'outbound.broken_answer', encoding)
    }
  })

  it('are an error when the connection breaks', async () => {
    const length: Answering = (_, response) => {
      response.writeHead(200, { 'content-length': 900 })
      response.write('a', () => response.destroy())
    }
    const chunked: Answering = (_, response) => void response.write('a', () => response.destroy())
    for (const answering of [length, chunked])
      assert.equal(await codeOf(answering, { limits }), 'outbound.broken_answer')
  })
})

describe('a server that does not respond correctly', () => {
  const raw =
    (text: string): Answering =>
    ({ socket }) =>
      void socket.end(text)

  it('gives the same error whether it is closed, silent or sends no HTTP', async () => {
    await using server = await otherServer(() => {})
    const closed = server.outboundWith({ resolve: async () => ['127.0.0.2'] })
    await assert.rejects(closed.get(`http://open.test:${server.port}/`, usualLimits), {
      code: 'outbound.unreachable',
      message: 'no web server responded at the address',
    })
    for (const text of [
      '',
      'SSH-2.0-OpenSSH_9.2\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`,
    ])
      assert.equal(await codeOf(raw(text)), 'outbound.unreachable', text.slice(0, 40))
  })

  it('has a total timeout, whatever it does meanwhile', async () => {
    const limits = { wholeMs: 300 }
    const silent: Answering = () => {}
    const trickling: Answering = (_, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    }
    const waiting: Answering = (_, response) => {
      const timer = setInterval(() => response.writeProcessing(), 20)
      response.on('close', () => clearInterval(timer))
    }
    const circling: Answering = (_, response) =>
      void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 100)
    for (const answering of [silent, trickling, waiting, circling])
      assert.equal(await codeOf(answering, { limits }), 'outbound.too_slow')
  })

  it('includes a name that never resolves and an address that never answers', async () => {
    await using server = await otherServer(() => {})
    const never = () => new Promise<never>(() => {})
    for (const outbound of [server.outboundWith({ resolve: never }), server.outboundWith({ dial: never })])
      await assert.rejects(outbound.get(`http://open.test:${server.port}/`, { maxBytes: 9, wholeMs: 100 }), {
        code: 'outbound.too_slow',
      })
  })

  it('is disconnected when nobody reads on', async () => {
    const closed = Promise.withResolvers<void>()
    await using server = await otherServer((_, response) => {
      response.on('close', closed.resolve)
      response.write('x')
    })
    {
      using fetched = await server.outbound.get(`http://open.test:${server.port}/`, usualLimits)
      assert.equal(fetched.headers['transfer-encoding'], 'chunked')
    }
    await closed.promise
  })
})

it('fetches under way end when the room is closed', async () => {
  await using server = await otherServer((request, response) => void (request.url === '/begun' && response.write('x')))
  const address = `http://open.test:${server.port}`
  const waiting = assert.rejects(server.outbound.get(address, usualLimits), { code: 'outbound.unreachable' })
  const begun = await server.outbound.get(`${address}/begun`, usualLimits)
  const reading = assert.rejects(textOf(begun), { code: 'outbound.broken_answer' })
  server.outbound.close()
  await Promise.all([waiting, reading])
})

describe('https', () => {
  it('sends the host name, and accepts only a trusted certificate for that name', async () => {
    const names: (string | false | null)[] = []
    await using server = await otherServer(
      ({ socket }, response) => {
        names.push((socket as unknown as { servername: string | false }).servername)
        response.end('in secret')
      },
      { secure: true },
    )
    const get = (host: string, outbound = server.outbound) =>
      outbound.get(`https://${host}:${server.port}/`, usualLimits)
    assert.equal(await textOf(await get('secure.test')), 'in secret')
    assert.equal(await textOf(await get('secure.test.')), 'in secret')
    assert.deepEqual(names, ['secure.test', 'secure.test'])

    const asAddress = server.outboundWith({ allow: ['127.0.0.1'] })
    for (const attempt of [() => get('open.test'), () => get('127.0.0.1', asAddress)])
      await assert.rejects(attempt, { code: 'outbound.unreachable' })
    const stranger = createOutbound({
      allow: ['secure.test'],
      ports: [server.port],
      resolve: async () => ['127.0.0.1'],
    })
    await assert.rejects(get('secure.test', stranger), { code: 'outbound.unreachable' })
    assert.equal(names.length, 2)
  })
})
