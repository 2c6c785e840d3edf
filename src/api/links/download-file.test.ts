import assert from 'node:assert/strict'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { after, before, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, aUser } from '../../../test/everything.ts'
import { type Call, startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { aDirectory, aFile, anUpload, linkOf } from '../v1/disk/files.fixture.ts'

let platform: TestPlatform
let ann: { id: string; call: Call }
before(async () => {
  platform = await startEmptyPlatform({ TEST_CLOCK: '1' })
  ann = await aUser(platform, { login: 'ann' })
})
after(() => platform[Symbol.asyncDispose]())

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

async function assertGone(link: string): Promise<void> {
  const answer = await fetch(link)
  const body = (await answer.json()) as { code: string; error: string; requestId: string }
  assert.equal(answer.status, 403)
  assert.equal(body.code, 'files.wrong_link')
  assert.equal(body.error, 'this link is not valid or has expired; request a new one')
}

it('a link lets anybody download the file, which browsers save', async () => {
  const file = await aFile(ann.call, '<script>alert(1)</script>', 'a page.html')
  const files = [{ hash: file.hash, name: 'a page; "quoted" (1).html' }]
  assertDone(await ann.call('POST', `/pub/v1/disk/file/move?directoryID=${file.directory}`, { files }))
  const link = await linkOf(ann.call, file.__id)
  assert.ok(link.startsWith(`${platform.url}/files/`))
  const name = /filename\*=UTF-8''(.*?);/.exec(decodeURIComponent(link))?.[1]
  assert.equal(name, 'a page_ "quoted" (1).html', 'clients look for it in the address')
  assert.equal((await fetch(link.replace(/%3B$/, ''))).status, 200, 'links of earlier releases end without a semicolon')

  const answer = await fetch(link)
  assert.equal(answer.status, 200)
  assert.equal(await answer.text(), '<script>alert(1)</script>')
  const header = (key: string) => answer.headers.get(key)
  assert.equal(header('content-disposition'), "attachment; filename*=UTF-8''a%20page%3B%20%22quoted%22%20%281%29.html")
  assert.equal(header('content-type'), 'application/octet-stream')
  assert.equal(header('x-content-type-options'), 'nosniff')
  assert.equal(header('referrer-policy'), 'no-referrer')
  assert.equal(header('cache-control'), 'no-store')
  assert.equal(header('cross-origin-resource-policy'), 'same-origin')
  assert.match(header('content-security-policy')!, /^sandbox; default-src 'none'/)
})

it('browsers show only pictures and PDF files, detected by their bytes, and only on request', async () => {
  const disposition = async (bytes: Buffer | string, name: string, body: object = {}) => {
    const answer = await fetch(await linkOf(ann.call, (await aFile(ann.call, bytes, name)).__id, body))
    return `${answer.headers.get('content-disposition')!.split(';')[0]} ${answer.headers.get('content-type')}`
  }
  assert.equal(await disposition(png, 'lying.html', { inline: true }), 'inline image/png')
  assert.equal(await disposition('%PDF-1.7', 'a.pdf', { inline: true }), 'inline application/pdf')
  assert.equal(await disposition(png, 'a.png'), 'attachment image/png')
  assert.equal(await disposition('<svg/>', 'lying.png', { inline: true }), 'attachment application/octet-stream')
})

it('a valid range is answered with 206, a range outside the file with 416, and an invalid range with the whole file', async () => {
  const link = await linkOf(ann.call, (await aFile(ann.call, '0123456789', 'ten.txt')).__id)
  const get = async (range: string, more: Record<string, string> = {}) => {
    const answer = await fetch(link, { headers: { range, ...more } })
    return [answer.status, answer.headers.get('content-range'), answer.status === 416 ? '' : await answer.text()]
  }
  assert.deepEqual(await get('bytes=2-4'), [206, 'bytes 2-4/10', '234'])
  assert.deepEqual(await get('bytes=7-'), [206, 'bytes 7-9/10', '789'])
  assert.deepEqual(await get('bytes=-2'), [206, 'bytes 8-9/10', '89'])
  assert.deepEqual(await get('bytes=5-99'), [206, 'bytes 5-9/10', '56789'])
  assert.deepEqual(await get('bytes=10-'), [416, 'bytes */10', ''])
  for (const range of ['bytes=4-2', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=-'])
    assert.deepEqual(await get(range), [200, null, '0123456789'])
  assert.deepEqual(await get('bytes=2-4', { 'if-range': '"of another"' }), [200, null, '0123456789'])
})

it('an empty file is downloaded as an empty file', async () => {
  const answer = await fetch(await linkOf(ann.call, (await aFile(ann.call, '', 'empty.txt')).__id))
  assert.deepEqual([answer.status, answer.headers.get('content-length'), await answer.text()], [200, '0', ''])
})

it('a link that was changed in any place is refused', async () => {
  const link = await linkOf(ann.call, (await aFile(ann.call, 'x', 'secret.txt')).__id)
  const [, token = '', name = ''] = /\/files\/([^/]+)\/([^?]+)/.exec(link)!
  const { url } = platform
  for (let place = 0; place < token.length; place += 7) {
    const letter = token[place] === 'A' ? 'B' : 'A'
    await assertGone(`${url}/files/${token.slice(0, place)}${letter}${token.slice(place + 1)}/${name}`)
  }
  await assertGone(`${url}/files/${token}/other.html`)
  await assertGone(`${url}/files/${token}x/${name}`)
  await assertGone(`${url}/files/${token}.x/${name}`)
  await assertGone(`${url}/files/${'A'.repeat(10_000)}/${name}`)
  await assertGone(`${url}/files/${token}/${name}?response-content-disposition=inline`)
  assert.equal((await fetch(link, { method: 'POST', body: 'x' })).status, 405)
  assert.equal((await fetch(`${url}/files/${token}/${name}`)).status, 200)
  const audit = await platform.call('GET', '/api/v1/audit?outcome=refused')
  assertDone(audit)
  assert.ok(!JSON.stringify(audit.body).includes(token.slice(0, 20)), 'a link is a secret')
})

it('a link expires after ten minutes, and ends with the right of its user and with the user', async () => {
  const [ben, clara] = [await aUser(platform, { login: 'ben' }), await aUser(platform, { login: 'clara' })]
  const into = await aDirectory(ben.call, 'Of Ben')
  const file = await aFile(platform.call, 'x', 'x.txt', into.__id)
  const old = await linkOf(ben.call, file.__id)
  assert.equal((await fetch(old)).status, 200)
  assertDone(await platform.call('POST', '/api/v1/clock/advance', { by: 'PT10M' }))
  await assertGone(old)

  const moved = await linkOf(ben.call, file.__id)
  const away = await aDirectory(platform.call, 'Away')
  const files = [{ hash: file.__id, name: 'x.txt' }]
  assertDone(await platform.call('POST', `/pub/v1/disk/file/move?directoryID=${away.__id}`, { files }))
  await assertGone(moved)

  const own = await linkOf(clara.call, (await aFile(clara.call, 'x', 'y.txt')).__id)
  assertDone(await platform.call('POST', `/api/v1/users/${clara.id}/block`))
  await assertGone(own)
})

it('links to uploads and files are created by hash, for users who can see them', async () => {
  const upload = await anUpload(ann.call, 'an upload', 'up.txt')
  const { hash } = await aFile(ann.call, 'a file', 'file.txt')
  const answer = await ann.call('POST', '/pub/v1/disk/links/download', { hashesList: [upload, hash] })
  assertDone(answer)
  const texts = answer.body.items.map(async ({ link }: { link: string }) => (await fetch(link)).text())
  assert.deepEqual(await Promise.all(texts), ['an upload', 'a file'])
})

it('links begin with the configured address, never with an address from the client', async () => {
  const { __id } = await aFile(ann.call, 'x', 'x.txt')
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' }
  const { body } = await ann.call('GET', `/pub/v1/disk/file/${__id}/get-link`, undefined, headers)
  assert.ok(body.Link.startsWith(platform.url))
})

it('interrupted downloads leave no file open', {
  skip: !existsSync('/proc/self/fd') && 'there is no /proc here',
}, async () => {
  const link = await linkOf(ann.call, (await aFile(ann.call, Buffer.alloc(20_000_000, 1), 'big.bin')).__id)
  const open = (): number =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes('/files/bytes/')
      } catch {
        return false
      }
    }).length
  for (let count = 0; count < 10; count++) {
    const stop = new AbortController()
    const answer = await fetch(link, { signal: stop.signal })
    if (count % 2 === 0) await answer.body!.getReader().read()
    stop.abort()
  }
  while (open() > 0) await wait(10)
})
