import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { adminToken, startEmptyPlatform, type TestPlatform } from '../platform.ts'
import { rawRequest, sendRaw } from '../raw-http.ts'

let platform: TestPlatform
let link: string
const bytes = randomBytes(300_000)
const disk = '/pub/v1/disk'
before(async () => {
  platform = await startEmptyPlatform()
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'good.bin')
  const directory = '9240261a-ab27-5e65-b883-198236739dcc'
  const { body } = await platform.call('POST', `${disk}/directory/${directory}/upload`, form)
  const { body: linked } = await platform.call('GET', `${disk}/file/${body.file.__id}/get-link`)
  link = linked.Link
})
after(() => platform[Symbol.asyncDispose]())

const bearer = `authorization: Bearer ${adminToken}`
const form = 'content-type: multipart/form-data; boundary=b'
const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n'
const upload = (): string => `POST ${disk}/file/upload?hash=${randomUUID()}`
const path = (): string => link.slice(platform.url.length)

/** Malformed requests. None may be answered with 2xx or 5xx, or with a file. */
const malformed: readonly (() => string)[] = [
  () => rawRequest(upload(), [bearer, form], part),
  () => rawRequest(upload(), [bearer, form], `${part}--b--\r\n`.replace('filename="a"', 'filename=""')),
  () => rawRequest(upload(), [bearer, form, 'content-range: bytes 9-1/2'], `${part}--b--\r\n`),
  () => rawRequest(upload(), [bearer, form, 'content-range: bytes 5242880-5242881/5242881'], `${part}--b--\r\n`),
  () =>
    rawRequest(upload(), [bearer, `content-type: multipart/form-data; boundary=${'b'.repeat(252)}`], 'x'.repeat(9000)),
  () => rawRequest(upload(), [bearer, 'content-type: application/json'], '{"files":{"f":{"filepath":"/etc/passwd"}}}'),
  () => rawRequest(upload(), ['authorization: Bearer wrong', form], `${part}--b--\r\n`),
  () => rawRequest(`POST ${disk}/file/upload?hash=..%2f..%2f`, [bearer, form], `${part}--b--\r\n`),
  () => rawRequest(`POST ${disk}/directory/${randomUUID()}/upload`, [bearer, form], `${part}--b--\r\n`),
  () => rawRequest(`POST ${disk}/links/download`, [bearer], JSON.stringify({ hashesList: [randomUUID(), 'x'] })),
  () => rawRequest(`POST ${disk}/links/upload`, [bearer], '{"hashesList":["../x"]}'),
  () => rawRequest(`POST ${disk}/files`, [bearer], '{"files":[{"directory":"x","hash":"y","name":"../z"}]}'),
  () => rawRequest(`POST ${disk}/file/move?directoryID=x`, [bearer], '{"files":[{"hash":"x"}]}'),
  () => rawRequest(`POST ${disk}/uploads/from-link`, [bearer], '{"downloadLinks":["file:///etc/passwd"]}'),
  () => rawRequest(`GET ${path().replace(/.(?=\/[^/]*$)/, '*')}`),
  () => rawRequest(`GET ${path()}&response-content-disposition=inline`),
  () => rawRequest(`PUT ${path()}`, [], 'x'.repeat(9000)),
  () => rawRequest(`GET ${path()}`, ['range: bytes=300000-']),
  () => rawRequest(`GET /files/${'A'.repeat(9000)}/x`),
  () => rawRequest(`GET ${disk}/file/%00/get-link`, [bearer]),
]

it('a thousand malformed requests for files at once are all refused, and a correct reader is not affected', async () => {
  const digest = createHash('sha256').update(bytes).digest('hex')
  let isOver = false
  let reads = 0
  const readOnAndOn = async (): Promise<void> => {
    while (!isOver) {
      const answer = await fetch(link)
      const read = Buffer.from(await answer.arrayBuffer())
      assert.deepEqual([answer.status, createHash('sha256').update(read).digest('hex')], [200, digest])
      const some = await fetch(link, { headers: { range: 'bytes=1000-1999' } })
      assert.deepEqual([some.status, await some.bytes()], [206, new Uint8Array(bytes.subarray(1000, 2000))])
      reads += 1
    }
  }
  const reading = readOnAndOn()
  const storm = Array.from({ length: 1000 }, async (_, count) => {
    const text = malformed[count % malformed.length]!()
    const { status, body } = await sendRaw(platform.url, text)
    assert.ok(status >= 400 && status < 500, `${status} to ${text.slice(0, 300)}`)
    assert.equal(body.success, false, text.slice(0, 300))
  })
  const results = await Promise.allSettled(storm)
  isOver = true
  await reading
  assert.deepEqual(
    results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])),
    [],
  )
  assert.ok(reads > 5, `the reader came to read ${reads} times`)
  assertDone(await platform.call('GET', `${disk}/directory/list?query={}`))
})
