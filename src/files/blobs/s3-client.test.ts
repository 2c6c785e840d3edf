import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { S3Blobs } from './s3-blobs.ts'

// These tests use fake stores that are down, slow or send wrong responses, which a real store can't be made to do.
type Answer = RequestListener
const fine: Answer = (request, response) => void text(request).then(() => response.end('bytes'))
const says =
  (status: number, body = ''): Answer =>
  (request, response) =>
    void text(request).then(() => response.writeHead(status).end(body))
const error = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`
/** Sends a long body as fast as the client takes it, and reports the bytes of each chunk that was sent. */
const flood =
  (status: number, bytes: number, sent: (bytes: number) => void): Answer =>
  async (request, response) => {
    const chunk = Buffer.alloc(1024 ** 2, 'x')
    await text(request)
    response.writeHead(status)
    for (let at = 0; at < bytes && !response.destroyed; at += chunk.length) {
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
      sent(chunk.length)
    }
    response.end()
  }
const cuts: Answer = (request) => void request.socket.destroy()
const silent: Answer = () => {}

const content = 'in two parts'
const sha256 = createHash('sha256').update(content).digest('hex')

/** Timeouts that are long enough not to fail on a busy machine. */
const patient = { responseTimeoutMs: 20_000, idleTimeoutMs: 20_000, retryDelaysMs: [1, 1, 1] }
const impatient = { ...patient, responseTimeoutMs: 200, idleTimeoutMs: 200 }

/** Starts a store that gives these responses in turn, and the last one for all further requests. */
async function storeThat(answers: Answer | Answer[], { partBytes = 100, timeouts = patient } = {}) {
  const turns = [answers].flat()
  const folder = mkdtempSync(join(tmpdir(), 'chancery-s3-client-'))
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    turns[Math.min(seen.length, turns.length) - 1]!(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings = { endpoint: `http://127.0.0.1:${port}/here`, region: 'r', bucket: 'b' }
  const keys = { accessKeyId: 'id', secretAccessKey: 'secret' }
  const blobs = new S3Blobs({ ...settings, ...keys }, { timeouts, partBytes })
  const close = async (): Promise<void> => {
    await blobs.close()
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  }
  return { blobs, seen, path, [Symbol.asyncDispose]: close }
}

const read = async (blobs: S3Blobs): Promise<string> => text(await blobs.read(sha256))

describe('an object store that fails', () => {
  it('is retried with the whole body after a transient failure', async () => {
    for (const passing of [
      says(500),
      says(503, error('SlowDown')),
      says(429),
      says(400, error('RequestTimeout')),
      cuts,
    ]) {
      const bodies: string[] = []
      const takes: Answer = (request, response) =>
        void text(request).then((body) => response.end(bodies.push(body) && ''))
      await using store = await storeThat([passing, passing, takes])
      await store.blobs.put(sha256, store.path, content.length)
      assert.deepEqual(store.seen, Array(3).fill(`PUT /here/b/files/${sha256}`))
      assert.deepEqual(bodies, [content])
    }
  })

  it('is given up after four attempts', async () => {
    await using store = await storeThat(says(503, error('SlowDown')))
    await assert.rejects(read(store.blobs), { code: 'SlowDown', status: 503 })
    assert.equal(store.seen.length, 4)
  })

  it('is not retried after a permanent refusal', async () => {
    for (const [status, code] of [
      [403, 'AccessDenied'],
      [404, 'NoSuchBucket'],
      [501, 'NotImplemented'],
      [301, 'PermanentRedirect'],
    ] as const) {
      await using store = await storeThat(says(status, error(code)))
      await assert.rejects(read(store.blobs), { code, status })
      assert.equal(store.seen.length, 1)
    }
  })

  it('reports a full store like a full disk, and a proxy that answers 404 is not a missing file', async () => {
    for (const [status, body, code] of [
      [403, error('QuotaExceeded'), 'ENOSPC'],
      [507, error('XMinioStorageFull'), 'ENOSPC'],
      [404, '<html><Code>NoSuchKey</Code></html>', 'S3_404'],
      [404, '<Error><Code>NoSuchKey', 'S3_404'],
    ] as const) {
      await using store = await storeThat(says(status, body))
      await assert.rejects(read(store.blobs), { code })
    }
  })

  it('is disconnected when it sends more than an error document, and its status still counts', async () => {
    const tooMuch = 256 * 1024 ** 2
    for (const [status, code] of [
      [503, 'S3_503'],
      [403, 'S3_403'],
    ] as const) {
      let sentBytes = 0
      await using store = await storeThat(flood(status, tooMuch, (bytes) => (sentBytes += bytes)))
      await assert.rejects(read(store.blobs), { code, status })
      assert.equal(store.seen.length, status === 503 ? 4 : 1)
      assert.ok(sentBytes < tooMuch / 4, `${sentBytes} bytes were taken`)
    }
  })

  it('is disconnected when it sends more than any list can have', async () => {
    const tooMuch = 256 * 1024 ** 2
    let sentBytes = 0
    await using store = await storeThat(flood(200, tooMuch, (bytes) => (sentBytes += bytes)))
    await assert.rejects(Array.fromAsync(store.blobs.list(Date.now())), { code: 'S3_TOO_LARGE' })
    assert.equal(store.seen.length, 1)
    assert.ok(sentBytes < tooMuch / 4, `${sentBytes} bytes were taken`)
  })

  it('times out when it hangs, before its answer or during it', async () => {
    await using mute = await storeThat(silent, { timeouts: impatient })
    await assert.rejects(read(mute.blobs), { code: 'S3_TIMEOUT' })
    // Zero requests are seen when a busy machine reads the request only after the client has given up.
    assert.ok(mute.seen.length <= 1)
    await assert.rejects(mute.blobs.put(sha256, mute.path, content.length), { code: 'S3_TIMEOUT' })

    await using stuck = await storeThat(
      (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('b'),
      { timeouts: impatient },
    )
    await assert.rejects(read(stuck.blobs), { code: 'S3_TIMEOUT' })
  })

  it('times out when the connection is not completed', async () => {
    // The server accepts the connection but never answers the TLS handshake.
    const server = createTcpServer(() => {}).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const keys = { region: 'r', bucket: 'b', accessKeyId: 'id', secretAccessKey: 'secret' }
    const blobs = new S3Blobs({ endpoint, ...keys }, { timeouts: { ...impatient, retryDelaysMs: [] } })
    await assert.rejects(read(blobs), { code: 'S3_TIMEOUT' })
    await blobs.close()
    server.close()
  })

  it('causes an error instead of a shorter file when an answer breaks off', async () => {
    await using store = await storeThat((request, response) => {
      response.writeHead(200, { 'content-length': 9 }).write('b')
      setTimeout(() => request.socket.destroy(), 20)
    })
    await assert.rejects(read(store.blobs))
  })

  it('fails without a wait when it upgrades the protocol or ends the connection during an answer', async () => {
    for (const answer of [
      '',
      'garbage\r\n\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\n\r\n',
      'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nb',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'HTTP/1.1 500 Oh\r\ncontent-length: 9\r\n\r\n<',
    ]) {
      for (const isReset of [false, true]) {
        const server = createTcpServer((socket) => {
          socket.on('error', () => {})
          socket.once('data', () => socket.write(answer, () => (isReset ? socket.resetAndDestroy() : socket.end())))
        }).listen(0, '127.0.0.1')
        await once(server, 'listening')
        const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        const keys = { region: 'r', bucket: 'b', accessKeyId: 'id', secretAccessKey: 'secret' }
        const blobs = new S3Blobs({ endpoint, ...keys }, { timeouts: { ...patient, retryDelaysMs: [] } })
        await assert.rejects(read(blobs), (error: { code: string }) => error.code !== 'S3_TIMEOUT', answer)
        await blobs.close()
        server.close()
      }
    }
  })

  it('is not trusted when it answers a range with the whole file', async () => {
    await using store = await storeThat(fine)
    await assert.rejects(store.blobs.read(sha256, { from: 1, to: 2 }), /header Range/)
  })
})

describe('a slow reader', () => {
  it('does not time out because of its own pauses', async () => {
    const much = Buffer.alloc(8 * 1024 ** 2, 'x')
    const timeouts = { ...patient, idleTimeoutMs: 2_000 }
    await using store = await storeThat((_, response) => void response.end(much), { timeouts })
    const stream = await store.blobs.read(sha256)
    // Longer than the timeout, and well below twice the timeout.
    await new Promise((resolve) => setTimeout(resolve, 1.5 * timeouts.idleTimeoutMs))
    assert.ok(much.equals(await buffer(stream)))
  })
})

describe('an upload in parts', () => {
  const begun = says(200, '<R><UploadId>u&amp;1</UploadId></R>')
  const part: Answer = (request, response) => void text(request).then(() => response.setHeader('etag', '"e"').end())
  const upload = `/here/b/files/${sha256}`

  it('is completed again when the store fails after status 200, and aborted when it refuses', async () => {
    const failing = says(200, error('InternalError'))
    await using store = await storeThat([begun, part, part, failing, says(200, '<Done/>')], { partBytes: 8 })
    await store.blobs.put(sha256, store.path, content.length)
    assert.deepEqual(store.seen, [
      `POST ${upload}?uploads=`,
      `PUT ${upload}?partNumber=1&uploadId=u%261`,
      `PUT ${upload}?partNumber=2&uploadId=u%261`,
      `POST ${upload}?uploadId=u%261`,
      `POST ${upload}?uploadId=u%261`,
    ])
    await using other = await storeThat([begun, part, part, says(200, error('InvalidPart')), says(204)], {
      partBytes: 8,
    })
    await assert.rejects(other.blobs.put(sha256, other.path, content.length), { code: 'InvalidPart' })
    assert.equal(other.seen.at(-1), `DELETE ${upload}?uploadId=u%261`)
  })

  it('is aborted when the bytes do not match the hash in the name', async () => {
    await using store = await storeThat([begun, part, part, says(204)], { partBytes: 8 })
    writeFileSync(store.path, 'in two Parts')
    await assert.rejects(store.blobs.put(sha256, store.path, content.length), /do not have the SHA-256/)
    assert.deepEqual(store.seen.slice(3), [`DELETE ${upload}?uploadId=u%261`])
  })
})
