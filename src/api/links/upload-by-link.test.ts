import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, assertRefused, aUser } from '../../../test/everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { aDirectory, aFile, anUpload, linkOf } from '../v1/disk/files.fixture.ts'

let platform: TestPlatform
let ann: { id: string; call: Call }
let put: (link: string, body?: unknown, headers?: Record<string, string>) => ReturnType<Call>
before(async () => {
  platform = await startEmptyPlatform({ TEST_CLOCK: '1' })
  ann = await aUser(platform, { login: 'ann' })
  put = (link, body, headers) => platform.as('')('PUT', link.slice(platform.url.length), body, headers)
})
after(() => platform[Symbol.asyncDispose]())

const uploads = '/pub/v1/disk/links/upload'

async function aLink(hash = newId(), call = ann.call): Promise<string> {
  const answer = await call('POST', uploads, { hashesList: [hash] })
  assertDone(answer)
  assert.deepEqual([answer.body.items[0].id, answer.body.items[0].hash], [hash, hash])
  return answer.body.items[0].link
}

async function bytesOf(hash: string, call = ann.call): Promise<string | undefined> {
  const { body } = await call('POST', '/pub/v1/disk/links/download', { hashesList: [hash] })
  const [{ link }] = body.items
  return link && (await fetch(link)).text()
}

const assertGone = (answer: Awaited<ReturnType<Call>>): void =>
  assertRefused(answer, 403, 'files.wrong_link', /^this link is not valid or has expired; request a new one$/)

it('links are returned in the order of their hashes, with an error for each hash that cannot have one', async () => {
  const [one, done, two] = [newId(), await anUpload(ann.call), newId()]
  const { status, body } = await ann.call('POST', uploads, { hashesList: [one, done, two, one] })
  assert.equal(status, 422)
  assert.deepEqual(
    body.items.map(({ hash, code }: Body) => [hash, code]),
    [
      [one, undefined],
      [done, 'files.hash_taken'],
      [two, undefined],
      [one, undefined],
    ],
  )
  for (const place of [0, 2, 3]) assert.ok(body.items[place].link.startsWith(`${platform.url}/files/`))
  assert.equal(body.items[1].link, undefined)
  for (const wrong of [undefined, [1], ['x'], 'x'])
    assertRefused(await ann.call('POST', uploads, { hashesList: wrong }), 400, 'input.wrong', /hashesList/)
})

it('a file that is sent to a link is an upload of the user who requested the link, and can be used like any other', async () => {
  const hash = newId()
  const answer = await put(`${await aLink(hash)}?name=a%20report.pdf`, '12345', { 'content-type': 'text/html' })
  assertDone(answer)
  const { name, size, directory, __createdBy } = answer.body.file
  assert.deepEqual([name, size, directory, __createdBy], ['a report.pdf', 5, null, ann.id])
  assert.equal(await bytesOf(hash), '12345')
  const ben = await aUser(platform, { login: 'ben' })
  assert.equal(await bytesOf(hash, ben.call), undefined)

  const into = await aDirectory(ann.call, 'Sent')
  const kept = await ann.call('POST', '/pub/v1/disk/files', { files: [{ hash, directory: into.__id, name: 'r.pdf' }] })
  assertDone(kept)
  assert.deepEqual([kept.body.items[0].file.name, kept.body.items[0].file.size], ['r.pdf', 5])
  assert.equal(await (await fetch(await linkOf(ann.call, kept.body.items[0].file.__id))).text(), '12345')
})

it('the body is the file, with any content type: a form, JSON or none', async () => {
  for (const [body, headers] of [
    ['{"files":{"f":{"filepath":"/etc/passwd"}}}', { 'content-type': 'application/json' }],
    ['--b\r\n\r\n--b--', { 'content-type': 'multipart/form-data; boundary=b' }],
    [Buffer.from('no type'), {}],
    ['', {}],
  ] as [string, Record<string, string>][]) {
    const hash = newId()
    const answer = await put(await aLink(hash), body, headers)
    assertDone(answer)
    assert.equal(answer.body.file.name, hash, 'without a name it is called as its hash')
    assert.equal(await bytesOf(hash), String(body))
  }
})

it('a link accepts one upload and no second one, also when two arrive at once or after the upload was made permanent', async () => {
  const hash = newId()
  const link = await aLink(hash)
  const answers = await Promise.all(['aaaaa', 'bbbbb', 'ccccc'].map((bytes) => put(link, bytes)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403])
  const first = await bytesOf(hash)
  assertGone(await put(link, 'other'))
  assertGone(await put(link, first))
  assert.equal(await bytesOf(hash), first)
  const into = await aDirectory(ann.call, 'Once')
  assertDone(await ann.call('POST', '/pub/v1/disk/files', { files: [{ hash, directory: into.__id, name: 'x' }] }))
  assertGone(await put(link, 'other'))
  assert.equal(await bytesOf(hash), first)
})

it('an upload that was completed in another way is unchanged', async () => {
  const hash = newId()
  const link = await aLink(hash)
  const form = new FormData()
  form.append('file', new Blob(['first']), 'first.txt')
  assertDone(await ann.call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form))
  assertRefused(await put(link, 'other'), 400, 'files.hash_taken', /other bytes/)
  assert.equal(await bytesOf(hash), 'first')
  assertDone(await put(link, 'first'))
  assertGone(await put(link, 'first'))
})

it('an upload link cannot download, a download link cannot upload, and a changed link can do neither', async () => {
  const hash = newId()
  const link = await aLink(hash)
  assert.equal((await fetch(link)).status, 403)
  const file = await aFile(ann.call, 'to read', 'read.txt')
  const reading = await linkOf(ann.call, file.__id)
  assertGone(await put(reading, 'x'))
  assertGone(await put(reading.split('?')[0]!, 'x'))
  const [, token = '', segment = ''] = /\/files\/([^/]+)\/([^?]+)/.exec(link)!
  const { url } = platform
  for (let place = 0; place < token.length; place += 7) {
    const letter = token[place] === 'A' ? 'B' : 'A'
    assertGone(await put(`${url}/files/${token.slice(0, place)}${letter}${token.slice(place + 1)}/${segment}`, 'x'))
  }
  assertGone(await put(`${url}/files/${token}/${newId()}`, 'x'))
  assertGone(await put(`${url}/files/${token}/${segment.toUpperCase()}x`, 'x'))
  assertGone(await put(`${url}/files/${'A'.repeat(10_000)}/${segment}`, 'x'.repeat(3_000_000)))
  assert.equal(await bytesOf(hash), undefined)
  assertDone(await put(link, 'x'))
})

it('a link expires after ten minutes and ends with its user', async () => {
  const clara = await aUser(platform, { login: 'clara' })
  const [late, blocked] = [await aLink(), newId()]
  assertDone(await platform.call('POST', '/api/v1/clock/advance', { by: 'PT10M' }))
  assertGone(await put(late, 'x'))
  const link = await aLink(blocked, clara.call)
  assertDone(await platform.call('POST', `/api/v1/users/${clara.id}/block`))
  assertGone(await put(link, 'x'))
})

it('bytes that do not match the digest in the headers are refused, and the link can still be used', async () => {
  const link = await aLink()
  const sha256 = (text: string) => createHash('sha256').update(text).digest()
  const said = (name: string, text: string): Record<string, string> =>
    name.startsWith('x-') ? { [name]: text } : { [name]: `sha-256=:${text}:` }
  for (const [name, encoding] of [
    ['x-amz-content-sha256', 'hex'],
    ['repr-digest', 'base64'],
    ['content-digest', 'base64'],
  ] as const) {
    const wrong = await put(link, 'bytez', said(name, sha256('bytes').toString(encoding)))
    assertRefused(wrong, 400, 'files.wrong_digest', /SHA-256/)
  }
  assertRefused(await put(`${link}?name=a%0D%0Ab`, 'x'), 400, 'files.not_a_file', /control characters/)
  assertRefused(await put(`${link}?name=${'x'.repeat(1001)}`, 'x'), 400, 'files.not_a_file', /1000 characters/)
  assertDone(await put(link, 'bytes', said('repr-digest', sha256('bytes').toString('base64'))))
})

it('an interrupted upload leaves nothing, and the link can still be used', async () => {
  const hash = newId()
  const link = await aLink(hash)
  const tmp = join(platform.dataDir, 'files', 'tmp')
  const before = readdirSync(tmp).length
  for (const sent of [0, 1, 100_000, 900_000]) {
    const sending = request(link, { method: 'PUT', headers: { 'content-length': 1_000_000 } })
    const closed = new Promise((resolve) => sending.on('close', resolve))
    sending.on('error', () => {})
    await new Promise((resolve) => sending.write(Buffer.alloc(sent + 1), resolve))
    sending.destroy()
    await closed
  }
  while (readdirSync(tmp).length > before) await wait(10)
  assert.equal(await bytesOf(hash), undefined)
  assertDone(await put(link, 'whole'))
  assert.equal(await bytesOf(hash), 'whole')
})
