import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { PlatformError } from '../kit/errors.ts'
import { brokenHosts, forbiddenHosts } from './forbidden-hosts.fixture.ts'
import type { Outbound } from './index.ts'
import { type OtherServer, otherServer, usualLimits } from './other-server.fixture.ts'

let server: OtherServer
before(async () => {
  server = await otherServer((request, response) => {
    const search = new URL(request.url!, 'http://x').searchParams
    const status = Number(search.get('status') ?? 200)
    const location = Buffer.from(search.get('to') ?? '').toString('latin1')
    response.writeHead(status, status === 200 ? {} : { location }).end('reached')
  })
})
after(() => server[Symbol.asyncDispose]())

const refusalOf = (link: string, outbound: Outbound = server.outbound): Promise<string> =>
  outbound.get(link, usualLimits).then(
    (fetched) => {
      fetched[Symbol.dispose]()
      return 'fetched'
    },
    (error: unknown) => {
      assert.ok(error instanceof PlatformError, `${error}`)
      assert.match(error.message, /^address not allowed: /)
      return error.code
    },
  )

/** Runs the work and returns the number of connections that it opened. */
async function connectionsOf(work: () => Promise<void>): Promise<number> {
  const [came, went] = [server.connections(), server.dialled.length]
  await work()
  assert.equal(server.connections() - came, server.dialled.length - went)
  return server.connections() - came
}

const here = (host: string, scheme = 'http'): string => `${scheme}://${host}:${server.port}/`
const through = (status: number, to: string): string =>
  `${here('open.test')}?status=${status}&to=${encodeURIComponent(to)}`

it('the server of these tests is reachable when it is allowed', async () => {
  assert.equal(await connectionsOf(async () => assert.equal(await refusalOf(here('open.test')), 'fetched')), 1)
  assert.equal(
    await connectionsOf(async () => assert.equal(await refusalOf(through(302, here('open.test'))), 'fetched')),
    2,
  )
})

describe('no connection is made to an internal host', () => {
  for (const host of [...forbiddenHosts, ...brokenHosts]) {
    it(`given as ${host}, directly`, async () => {
      const connections = await connectionsOf(async () => {
        assert.equal(await refusalOf(here(host)), 'outbound.not_allowed')
        assert.equal(await refusalOf(here(host, 'https')), 'outbound.not_allowed')
      })
      assert.equal(connections, 0)
    })

    it(`given as ${host}, by a redirect`, async () => {
      const statuses = [301, 302, 303, 307, 308]
      const connections = await connectionsOf(async () => {
        for (const status of statuses)
          assert.equal(await refusalOf(through(status, here(host))), 'outbound.not_allowed', `${status}`)
      })
      assert.equal(connections, statuses.length)
    })
  }

  const addresses = forbiddenHosts
    .map((host) => URL.parse(`http://${host}/`)!.hostname.replace(/^\[|\]$/g, ''))
    .filter((host) => isIP(host) > 0)
  for (const address of new Set(addresses)) {
    it(`given as a name for ${address}, alone and together with a public address`, async () => {
      const connections = await connectionsOf(async () => {
        for (const known of [[address], ['93.184.216.34', address], [address, '2606:4700::1111']]) {
          const outbound = server.outboundWith({ resolve: async () => known })
          assert.equal(await refusalOf(here('evil.test'), outbound), 'outbound.not_allowed')
        }
      })
      assert.equal(connections, 0)
    })
  }

  it('given as a name for an address with a zone, or for an invalid address', async () => {
    for (const known of [['fe80::1%lo'], ['127.1'], ['0x7f000001'], ['localhost'], []]) {
      const outbound = server.outboundWith({ resolve: async () => known })
      assert.equal(await refusalOf(here('evil.test'), outbound), 'outbound.not_allowed', `${known}`)
    }
  })

  it('given as a name that resolves differently the second time: it is resolved once', async () => {
    let asked = 0
    const dialled: string[] = []
    const outbound = server.outboundWith({
      resolve: async () => (asked++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']),
      dial: async (address) => {
        dialled.push(address)
        throw new Error('not in a test')
      },
    })
    await assert.rejects(outbound.get(here('evil.test'), usualLimits), { code: 'outbound.unreachable' })
    assert.deepEqual([asked, dialled], [1, ['93.184.216.34']])
  })
})

describe('an address is refused before a name is resolved', () => {
  for (const link of [
    'file:///etc/passwd',
    'ftp://open.test/',
    'gopher://open.test/',
    'data:text/plain,x',
    'javascript:1',
    'blob:http://open.test/1',
    'ws://open.test/',
    'unix:///run/docker.sock',
    'open.test',
    '//open.test/',
    '/etc/passwd',
    '',
    'http://',
    `http://open.test/${'x'.repeat(9000)}`,
  ]) {
    it(`such as ${link.slice(0, 40)}`, async () => assert.equal(await refusalOf(link), 'outbound.not_allowed'))
  }

  it('with a port that is not among those allowed', async () => {
    for (const port of [0, 22, 25, 80, 443, 5432, 6379])
      assert.equal(await refusalOf(`http://open.test:${port}/`), 'outbound.not_allowed')
    assert.equal(await refusalOf('http://open.test/'), 'outbound.not_allowed')
  })

  it('with a name or a password, also by a redirect', async () => {
    for (const login of ['user', 'user:password', ':password', 'open.test%40']) {
      const link = `http://${login}@open.test:${server.port}/`
      assert.equal(await refusalOf(link), 'outbound.not_allowed')
      assert.equal(await refusalOf(through(302, link)), 'outbound.not_allowed')
    }
  })

  it('by a redirect to another scheme or port', async () => {
    for (const to of ['file:///etc/passwd', 'gopher://open.test/', 'http://open.test:22/'])
      assert.equal(await refusalOf(through(301, to)), 'outbound.not_allowed')
  })
})

describe('exceptions for addresses that are not public', () => {
  const reached = async (link: string, allow: string[], known = '127.0.0.1'): Promise<boolean> => {
    const outbound = server.outboundWith({ allow, resolve: async () => [known] })
    return (await refusalOf(link, outbound)) === 'fetched'
  }

  it('can be given as a name, in any case and with a trailing dot', async () => {
    assert.equal(await reached(here('erp.test'), ['ERP.test.']), true)
    assert.equal(await reached(here('ERP.TEST.'), ['erp.test']), true)
    assert.equal(await reached(here('a.erp.test'), ['erp.test']), false)
    assert.equal(await reached(here('erp.test.evil'), ['erp.test']), false)
  })

  it('can be given as an address or a network, in any spelling of the host', async () => {
    for (const allow of ['127.0.0.1', '127.0.0.0/8']) {
      assert.equal(await reached(here('127.0.0.1'), [allow]), true, allow)
      assert.equal(await reached(here('2130706433'), [allow]), true, allow)
      assert.equal(await reached(here('erp.test'), [allow]), true, allow)
    }
    assert.equal(await reached(here('127.0.0.1'), ['10.0.0.0/8', 'fd00::/8']), false)
    assert.equal(await reached(here('erp.test'), ['10.0.0.0/8'], 'fe80::1%lo'), false)
  })
})
