// Takes long: it breaks streams at many places.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { aFile, anUpload, linkOf } from '../../src/api/v1/disk/files.fixture.ts'
import { fileOf } from '../../src/data/import/read/source-files.fixture.ts'
import { openTable } from '../../src/data/import/read/table.ts'
import { xlsxOf } from '../../src/data/import/read/xlsx-file.fixture.ts'
import { docxOf } from '../../src/files/text/office-files.fixture.ts'
import { pdfOf } from '../../src/files/text/pdf-file.fixture.ts'
import { withErrorListener } from '../../src/foundation/kit/error-listener.ts'
import { openZip } from '../../src/foundation/kit/zip.ts'
import { assertDone } from '../everything.ts'
import { type LyingStore, type Mood, startLyingStore } from '../lying-store.ts'
import { adminToken, startEmptyPlatform, type TestPlatform } from '../platform.ts'
import { type SameProcess, watchProcess } from '../same-process.ts'

// A stream that breaks may fail one request, but never the process.
let store: LyingStore
let started: TestPlatform
let watched: SameProcess
before(async () => {
  store = await startLyingStore()
  started = await startEmptyPlatform({ ...store.settings, LOG_LEVEL: 'silent' })
})
after(async () => {
  await started[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})
beforeEach(() => {
  watched = watchProcess(started.dataDir)
})

/** Sends a text, waits `afterMs` milliseconds and breaks the connection; resolves when the connection is closed. */
async function breakOff(text: string | Buffer, how: 'reset' | 'end', afterMs: number): Promise<void> {
  const { hostname, port } = new URL(started.url)
  const socket = withErrorListener(connect(Number(port), hostname))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(text)
  socket.resume()
  await wait(afterMs)
  if (how === 'reset') socket.resetAndDestroy()
  else socket.end()
  await closed
}

/** Breaks off each text in both ways at several moments. */
async function breakOffAll(texts: readonly (string | Buffer)[]): Promise<void> {
  for (const how of ['reset', 'end'] as const)
    for (const afterMs of [0, 1, 5, 20])
      await Promise.all(texts.map((text) => breakOff(text, how, how === 'end' ? afterMs / 4 : afterMs)))
}

async function assertSame(): Promise<void> {
  await watched.assertSame()
  watched[Symbol.dispose]()
  assertDone(await started.call('GET', '/pub/v1/app/list'))
}

/** Waits until the platform uses the store again. After failures, the platform stops using the store for a while. */
async function untilBack(): Promise<void> {
  for (let left = 200; left > 0; left--, await wait(100))
    if (await aFile(started.call, 'x', 'x.txt').catch(() => undefined)) return
  assert.fail('the store is not used again')
}

const request = (line: string, headers: readonly string[] = [], body = ''): string =>
  `${[`${line} HTTP/1.1`, 'host: here', ...headers].join('\r\n')}\r\n\r\n${body}`
const bearer = `authorization: Bearer ${adminToken}`
const disk = '/pub/v1/disk'

it('a client that was refused and neither closes nor sends is disconnected', async () => {
  for (const text of ['CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', 'nonsense\r\n\r\n']) {
    const { hostname, port } = new URL(started.url)
    const socket = withErrorListener(connect({ host: hostname, port: Number(port), allowHalfOpen: true }))
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    socket.write(text)
    await new Promise((resolve) => socket.once('end', resolve))
    assert.match(received, /^HTTP\/1.1 400 /)
    // The server disconnects after two seconds, or later on a busy machine. Only a write shows that it has.
    for (let left = 1_000; left > 0 && !socket.destroyed; left--) {
      socket.write('x')
      await wait(20)
    }
    assert.ok(socket.destroyed)
  }
})

describe('the process survives', () => {
  it('malformed requests and tunnels that are reset at any moment', async () => {
    const texts = ['CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', 'nonsense\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n']
    const upgrade = request('GET /', ['connection: upgrade', 'upgrade: websocket'])
    const long = request('GET /', [`x: ${'x'.repeat(70_000)}`])
    await breakOffAll([...texts, upgrade, long, ...texts.map((text) => text + 'x'.repeat(500_000))])
    await assertSame()
  })

  it('uploads that are truncated, reset, or do not match their headers', async () => {
    const { body } = await started.call('POST', `${disk}/links/upload`, { hashesList: [randomUUID()] })
    const put = `PUT ${body.items[0].link.slice(started.url.length)}`
    const post = () => `POST ${disk}/file/upload?hash=${randomUUID()}`
    const form = 'content-type: multipart/form-data; boundary=b'
    const bytes = 'content-type: application/octet-stream'
    const part = (headers: string, text = 'x'.repeat(100_000)) => `--b\r\n${headers}\r\n\r\n${text}`
    const file = 'content-disposition: form-data; name="file"; filename="a"'
    const long = 'content-length: 1000000'
    const chunked = 'transfer-encoding: chunked'
    await breakOffAll([
      request(post(), [bearer, form, long], part(file)),
      request(post(), [bearer, form, long], part(`${file}\r\ncontent-type: text/plain; charset`)),
      request(post(), [bearer, form, long], part('content-disposition: form-data; name="file"; filename*=UTF-8')),
      request(post(), [bearer, form, long], part(': \u0000\r\n\r\n')),
      request(post(), [bearer, form, chunked], `5\r\n--b\r\nzz\r\n`),
      request(post(), [bearer, form, chunked], `ffffff\r\n${part(file)}`),
      request(post(), [bearer, form, 'content-length: 200'], part(file)),
      request(post(), [bearer, bytes, long], 'x'.repeat(70_000)),
      request(post(), [bearer, 'content-type: application/json', long], 'x'.repeat(70_000)),
      request(post(), ['authorization: Bearer wrong', form, long], part(file)),
      request(put, [long], 'x'.repeat(70_000)),
      request(put.replace(/.(?=\/[^/]*$)/, '*'), [long], 'x'.repeat(70_000)),
      request(`POST ${disk}/file/move`, [bearer, long], '{"files":'),
    ])
    await assertSame()
  })

  it('downloads whose reader disconnects, or whose store truncates or changes the bytes', async () => {
    const file = await aFile(started.call, Buffer.alloc(3_000_000, 'x'), 'large.txt')
    const upload = await anUpload(started.call, Buffer.alloc(3_000_000, 'y'))
    const kept = watchProcess(started.dataDir)
    const { body } = await started.call('POST', `${disk}/links/download`, { hashesList: [upload] })
    const links = [await linkOf(started.call, file.__id), body.items[0].link]
    const gets = links.flatMap((link) => {
      const line = `GET ${link.slice(started.url.length)}`
      return [request(line), request(line, ['range: bytes=1000-2000000']), request(line).repeat(3)]
    })
    for (const mood of ['honest', 'cuts', 'shortens', 'other bytes', 'honest'] as Mood[]) {
      await store.be(mood)
      await breakOffAll(gets)
      await Promise.all(
        links.map((link) =>
          fetch(link)
            .then((answer) => answer.bytes())
            .catch(() => {}),
        ),
      )
    }
    watched[Symbol.dispose]()
    watched = kept
    await assertSame()
  })

  it('text extraction from damaged files, and from files that the store truncates', async () => {
    const { texts } = started.platform.context.files
    await untilBack()
    const whole = [docxOf('Договор поставки', 'the end'), pdfOf('Договор'), Buffer.from('plain text')]
    for (const [index, bytes] of whole.entries()) {
      for (const length of [bytes.length - 1, Math.floor(bytes.length / 2), 30])
        await aFile(started.call, bytes.subarray(0, length), `${index}-${length}.bin`)
      await aFile(started.call, Buffer.concat([bytes, Buffer.from([0, 255, 1])]), `${index}-more.bin`)
    }
    await texts.settle()
    for (const mood of ['cuts', 'shortens', 'other bytes'] as Mood[]) {
      await aFile(started.call, `words of ${mood} `.repeat(10_000), `${mood}.txt`)
      await store.be(mood)
      await texts.settle().catch(() => {})
      await store.be('honest')
      await untilBack()
    }
    await texts.settle()
    const waiting = await started.call('POST', `${disk}/files/search`, { filter: { text: '"words of cuts"' } })
    assertDone(waiting)
    assert.equal(waiting.body.result.total, 1, 'what broke off is read when the store is back')
    await assertSame()
  })

  it('zips of solutions that are truncated or changed anywhere', async () => {
    const zip = docxOf('a', 'b')
    const headers = { 'content-type': 'application/zip' }
    for (let at = 0; at < zip.length; at += 7) {
      const changed = Buffer.from(zip)
      changed[at]! ^= 0xff
      for (const bytes of [zip.subarray(0, at), changed]) {
        const { status } = await started.call('POST', '/api/v1/solutions/plan', bytes, headers)
        assert.equal(status, 400)
      }
    }
    await assertSame()
  })

  it('imports and zips whose source breaks anywhere, also after the reader has disconnected', async () => {
    const rows = Array.from({ length: 2_000 }, (_, row) => `name ${row};${row}`)
    const cells = Array.from(
      { length: 300 },
      (_, row) => `<row r="${row + 1}"><c t="inlineStr"><is><t>n${row}</t></is></c></row>`,
    )
    const files = [
      Buffer.from(['name;number', ...rows].join('\n')),
      Buffer.from(rows.map((name) => JSON.stringify({ name })).join('\n')),
      xlsxOf({ rows: cells.join('') }),
    ]
    for (const bytes of files) {
      for (let breakAt = 0; breakAt < bytes.length; breakAt += Math.ceil(bytes.length / 40)) {
        for (const isLate of [false, true]) {
          const source = breakingAt(bytes, breakAt, isLate)
          const table = await openTable(source).catch(() => undefined)
          await Array.fromAsync(table?.rows() ?? []).catch(() => {})
          const leaving = await openTable(source).catch(() => undefined)
          for await (const _ of leaving?.rows() ?? []) break
          const zip = await openZip(source, 'file').catch(() => undefined)
          for (const path of zip?.paths ?? []) for await (const _ of zip!.text(path)) break
        }
      }
    }
    await wait(50)
    await assertSame()
  })
})

/** Returns a file that throws in place of the bytes from `breakAt` on, at once or a millisecond later. */
function breakingAt(bytes: Buffer, breakAt: number, isLate: boolean) {
  const whole = fileOf(bytes, 512)
  return {
    sizeBytes: bytes.length,
    read: async function* (start: number, end: number) {
      yield* whole.read(start, Math.min(end, breakAt))
      if (end <= breakAt) return
      if (isLate) await wait(1)
      throw new Error('the disk broke')
    },
  }
}

it('every stream in the source code has an error listener from the tick in which it is created', () => {
  const folder = new URL('../../src/', import.meta.url)
  const maker =
    /\b(?:createReadStream|createWriteStream|createGunzip|createInflate|createBrotliDecompress|connectTcp|connectTls|fork|spawn|new (?:Transform|PassThrough|Dicer))\(/g
  const bare: string[] = []
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || /test|fixture|^cli/.test(name)) continue
    const text = readFileSync(new URL(name.replaceAll('\\', '/'), folder), 'utf8')
    for (const { index } of text.matchAll(maker))
      if (!/withErrorListener\(\s*(?:await )?$/.test(text.slice(0, index)))
        bare.push(`${name}: ${text.slice(index, index + 40)}`)
  }
  assert.deepEqual(bare, [])
})
