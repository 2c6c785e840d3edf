import assert from 'node:assert/strict'
import { get } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { builtConsole, consoleFolder } from './console.fixture.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const folder = builtConsole()
let started: TestPlatform
before(async () => {
  started = await startEmptyPlatform({}, { consoleFolder: folder.path })
  while ((await ask('/console/')).status === 503);
})
after(async () => {
  await started[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** Sends a request as it is: fetch would ask for compression and follow redirects. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Page> {
  const { promise, resolve, reject } = Promise.withResolvers<Page>()
  const request = get(`${started.url}${path}`, { headers, method }, async (response) => {
    const bytes = Buffer.concat(await response.toArray())
    resolve({ status: response.statusCode!, headers: response.headers, bytes })
  })
  request.on('error', reject).end()
  return promise
}

describe('the pages of the console', () => {
  it('are answered at every address without an extension, which the page reads itself', async () => {
    for (const path of ['', 'tasks', 'apps/ref/counterparties?view=board', 'admin/', 'files/x?file=a.pdf']) {
      const { status, headers, bytes } = await ask(`/console/${path}`)
      assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8'], path)
      assert.match(bytes.toString(), /<p>built<\/p>/)
    }
  })

  it('have the security headers, and scripts and styles of this server only', async () => {
    for (const path of ['', 'tasks', 'assets/main-1a2b3c.js', 'icon.svg']) {
      const { headers } = await ask(`/console/${path}`)
      assert.deepEqual(
        {
          csp: headers['content-security-policy'],
          opener: headers['cross-origin-opener-policy'],
          type: headers['x-content-type-options'],
          referrer: headers['referrer-policy'],
        },
        { csp: policy, opener: 'same-origin', type: 'nosniff', referrer: 'no-referrer' },
      )
    }
  })

  it('are requested again at each visit, and sent when they have changed', async () => {
    const first = await ask('/console/')
    assert.equal(first.headers['cache-control'], 'no-cache')
    const again = await ask('/console/tasks', { 'if-none-match': `W/"x", ${first.headers.etag}` })
    assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, first.headers.etag])
    assert.equal((await ask('/console/', { 'if-none-match': '"x"' })).status, 200)
  })

  it('load files whose name has a hash once in a year', async () => {
    const { headers } = await ask('/console/assets/main-1a2b3c.js')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal((await ask('/console/icon.svg')).headers['cache-control'], 'no-cache')
  })

  it('are compressed for browsers that accept it, unless that makes them larger', async () => {
    const path = '/console/assets/main-1a2b3c.js'
    const plain = await ask(path)
    assert.deepEqual([plain.headers['content-encoding'], plain.bytes.length], [undefined, 15_000])
    for (const accepted of ['gzip', 'br, gzip;q=0.5', '*']) {
      const small = await ask(path, { 'accept-encoding': accepted })
      assert.deepEqual([small.headers['content-encoding'], small.headers.vary], ['gzip', 'accept-encoding'])
      assert.ok(small.bytes.length < 1000)
      assert.deepEqual(gunzipSync(small.bytes), plain.bytes)
    }
    for (const accepted of ['br', 'gzip;q=0', 'identity'])
      assert.equal((await ask(path, { 'accept-encoding': accepted })).headers['content-encoding'], undefined)
    for (const other of ['assets/tiny-1a2b3c.js', 'assets/font-1a2b3c.woff2'])
      assert.equal(
        (await ask(`/console/${other}`, { 'accept-encoding': 'gzip' })).headers['content-encoding'],
        undefined,
      )
  })

  it('are answered to HEAD without a body, and to no other method', async () => {
    const { status, bytes, headers } = await ask('/console/', {}, 'HEAD')
    assert.deepEqual([status, bytes.length, headers['content-type']], [200, 0, 'text/html; charset=utf-8'])
    assert.equal((await ask('/console/tasks', {}, 'POST')).status, 404)
  })

  it('are nothing but the files of the build', async () => {
    for (const path of [
      'assets/none.js',
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/index.ts',
      'src/main.tsx',
      'a.b',
    ])
      assert.equal((await ask(`/console/${path}`)).status, 404, path)
    const { bytes, status } = await ask('/console/assets/none.js')
    assert.deepEqual([status, JSON.parse(bytes.toString()).code], [404, 'path.not_found'])
  })

  it('are where a browser gets from / and from /console', async () => {
    const home = await ask('/', { accept: 'text/html' })
    assert.deepEqual([home.status, home.headers.location], [302, '/console/'])
    const docs = await ask('/docs')
    assert.deepEqual([docs.status, docs.headers.location], [302, '/console/api'])
    const root = await ask('/console')
    assert.deepEqual([root.status, root.headers.location], [302, '/console/'])
    assert.equal((await ask('/')).status, 404)
  })
})

it('the server answers its API while the console is built, and stops without waiting for the build', async () => {
  using slow = consoleFolder()
  slow.write('index.html', 'slow')
  await using other = await startEmptyPlatform({}, { consoleFolder: slow.path })
  const page = await fetch(`${other.url}/console/tasks`)
  assert.equal(page.status, 503)
  assert.equal(page.headers.get('content-security-policy'), policy)
  assert.match(await page.text(), /is being built/)
  assert.equal((await other.call('GET', '/api/v1/me')).status, 200)
})

it('without a console only the API works, and / leads to its documentation', async () => {
  await using other = await startEmptyPlatform()
  const home = await fetch(other.url, { headers: { accept: 'text/html' }, redirect: 'manual' })
  assert.equal(home.headers.get('location'), '/openapi.json')
  const docs = await fetch(`${other.url}/docs`, { redirect: 'manual' })
  assert.deepEqual([docs.status, docs.headers.get('location')], [302, '/openapi.json'])
  assert.equal((await fetch(`${other.url}/console/`)).status, 404)
})
