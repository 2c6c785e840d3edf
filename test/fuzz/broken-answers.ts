import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'

/** An answer in its wire form, whether it is valid HTTP or not. */
export interface BrokenAnswer {
  readonly head: string
  readonly body: Buffer
  /** Delay in ms between the head and the body. */
  readonly waitMs: number
  readonly ending: 'end' | 'reset'
}

const content = Buffer.from('the words of a file, '.repeat(500))
const bodies: Readonly<Record<string, Buffer>> = {
  plain: content,
  gzip: gzipSync(content),
  deflate: deflateSync(content),
  br: brotliCompressSync(content),
  bomb: gzipSync(Buffer.alloc(4 * 1024 ** 2)),
}

const encodings = ['gzip', 'gzip', 'x-gzip', 'deflate', 'br', 'br', 'identity', '', 'zstd', 'gzip, br', '\u0001']
const headLines = [
  'content-type: text/plain',
  'content-disposition: attachment; filename="a.txt"',
  "content-disposition: attachment; filename*=UTF-8''%zz",
  'content-disposition: ;;;="\\',
  'set-cookie: a=b',
  'location: http://localhost/',
  'trailer: x',
  'connection: upgrade',
  'upgrade: websocket',
  'no colon at all',
  ': no name',
  'x: \u0000',
  ' folded',
  'x\u00e9: y',
]
const statusLines = [
  ...Array(12).fill('HTTP/1.1 200 OK'),
  'HTTP/1.0 200 OK',
  'HTTP/1.1 200',
  'HTTP/1.1 206 Partial Content',
  'HTTP/1.1 101 Switching Protocols',
  'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK',
  'HTTP/1.1 302 Found',
  'HTTP/2 200 OK',
  'garbage',
  '',
]

const spoilt: fc.Arbitrary<Buffer> = fc
  .record({
    kind: fc.constantFrom(...Object.keys(bodies)),
    how: fc.constantFrom('whole', 'whole', 'empty', 'cut', 'cut', 'changed', 'behind', 'noise'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    byte: fc.integer({ min: 1, max: 255 }),
    noise: fc.uint8Array({ maxLength: 60 }),
  })
  .map(({ kind, how, at, byte, noise }) => {
    const whole = bodies[kind]!
    const place = Math.floor(at * (whole.length - 1))
    if (how === 'empty') return Buffer.alloc(0)
    if (how === 'cut') return whole.subarray(0, place)
    if (how === 'behind') return Buffer.concat([whole, noise])
    if (how === 'noise') return Buffer.from(noise)
    return how === 'whole' ? whole : Buffer.from(whole.map((one, index) => (index === place ? one ^ byte : one)))
  })

type Framing = (body: Buffer) => { lines: string[]; sent: Buffer }
const lengthOf =
  (more: number): Framing =>
  (body) => ({ lines: [`content-length: ${Math.max(0, body.length + more)}`], sent: body })
const chunk = (body: Buffer, size = body.length.toString(16)): Buffer =>
  Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from('\r\n')])
const chunked =
  (end: string, size?: string): Framing =>
  (body) => ({ lines: ['transfer-encoding: chunked'], sent: Buffer.concat([chunk(body, size), Buffer.from(end)]) })
const framings: readonly Framing[] = [
  lengthOf(0),
  lengthOf(0),
  lengthOf(10),
  lengthOf(-10),
  (body) => ({ lines: ['content-length: many'], sent: body }),
  (body) => ({ lines: ['content-length: 5', 'content-length: 6'], sent: body }),
  (body) => ({ lines: ['content-length: 99999999999999999999'], sent: body }),
  (body) => ({ lines: ['content-length: 3', 'transfer-encoding: chunked'], sent: chunk(body) }),
  (body) => ({ lines: [], sent: body }),
  chunked('0\r\n\r\n'),
  chunked('0\r\n\r\n'),
  chunked('0\r\n'),
  chunked(''),
  chunked('zz\r\n'),
  chunked('0\r\nx: y\r\nbroken\r\n\r\n'),
  chunked('0\r\n\r\n', 'ffffffff'),
  chunked('0\r\n\r\n', '1'),
]

/** Generates answers, nearly all of them broken in their encoding, length, headers or end. */
export const brokenAnswers: fc.Arbitrary<BrokenAnswer> = fc
  .record({
    status: fc.constantFrom(...statusLines),
    encoding: fc.constantFrom(...encodings),
    lines: fc.uniqueArray(fc.constantFrom(...headLines), { maxLength: 2 }),
    body: spoilt,
    framing: fc.constantFrom(...framings),
    waitMs: fc.constantFrom(0, 0, 1, 10),
    ending: fc.constantFrom('end', 'end', 'reset'),
  })
  .map(({ status, encoding, lines, body, framing, waitMs, ending }) => {
    const framed = framing(body)
    const head = [status, `content-encoding: ${encoding}`, ...framed.lines, ...lines].join('\r\n')
    return { head: `${head}\r\n\r\n`, body: framed.sent, waitMs, ending: ending as 'end' | 'reset' }
  })

export interface BrokenServer extends AsyncDisposable {
  readonly port: number
}

/** Starts a server that answers `/n` with the n-th answer. */
export async function startBrokenServer(answers: readonly BrokenAnswer[]): Promise<BrokenServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.once('data', (asked) => {
      const [, place] = /^GET \/(\d+) /.exec(String(asked)) ?? []
      void give(socket, answers[Number(place)])
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function give(socket: Socket, answer: BrokenAnswer | undefined): Promise<void> {
  if (answer === undefined) return void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ngood')
  socket.write(answer.head, 'latin1')
  await wait(answer.waitMs)
  socket.write(answer.body, () => (answer.ending === 'end' ? socket.end() : socket.resetAndDestroy()))
}
