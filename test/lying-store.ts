import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * Behaviour of the store. In the order of the list, the store: works, refuses connections, never answers, fails, asks
 * to slow down, sends less than announced, announces and sends less than is stored, sends other bytes, sends a wrong
 * ETag, forgets the objects that it has accepted.
 */
export type Mood =
  | 'honest'
  | 'gone'
  | 'silent'
  | 'failing'
  | 'slow down'
  | 'cuts'
  | 'shortens'
  | 'other bytes'
  | 'wrong tag'
  | 'forgets'

export interface LyingStore extends AsyncDisposable {
  /** Settings `S3_…` for the platform. */
  readonly settings: Record<string, string>
  /** Returns the number of connections and requests so far. */
  asked(): number
  be(mood: Mood): Promise<void>
}

/** Starts a minimal object store, because a real one cannot be made to return wrong data. Ignores signatures. */
export async function startLyingStore(): Promise<LyingStore> {
  const objects = new Map<string, Buffer>()
  let mood: Mood = 'honest'
  let asked = 0
  let server: Server
  let port = 0

  async function listen(): Promise<void> {
    server = createServer((request, response) => void answer(request, response))
    server.on('connection', () => asked++)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  async function stop(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked++
    if (mood === 'silent') return
    const body = await buffer(request)
    if (mood === 'failing') return refuse(response, 500, 'InternalError')
    if (mood === 'slow down') return refuse(response, 503, 'SlowDown')
    const key = request.url!.split('?')[0]!
    if (key === '/papers') return void response.end('<Nothing></Nothing>')
    if (request.method === 'GET' || request.method === 'HEAD') return give(request, response, objects.get(key))
    if (request.method === 'DELETE') objects.delete(key)
    else if (mood !== 'forgets') objects.set(key, body)
    response.setHeader('etag', mood === 'wrong tag' ? '"0"' : '"1"').end()
  }

  function give({ headers, method }: IncomingMessage, response: ServerResponse, object: Buffer | undefined): void {
    if (object === undefined) refuse(response, 404, 'NoSuchKey')
    else giveObject({ headers, method }, response, object)
  }

  function giveObject(
    { headers, method }: Pick<IncomingMessage, 'headers' | 'method'>,
    response: ServerResponse,
    object: Buffer,
  ): void {
    const [from = 0, last = object.length - 1] = (/\d+-\d+/.exec(headers.range ?? '')?.[0].split('-') ?? []).map(Number)
    let bytes = object.subarray(from, last + 1)
    if (mood === 'other bytes') bytes = Buffer.from(bytes.map((byte, place) => (place === 1 ? byte ^ 1 : byte)))
    if (mood === 'shortens') bytes = bytes.subarray(0, -1)
    response.writeHead(headers.range ? 206 : 200, {
      'content-length': bytes.length,
      'content-range': `bytes ${from}-${from + bytes.length - 1}/${object.length}`,
      etag: mood === 'wrong tag' ? '"0"' : '"1"',
    })
    if (method === 'HEAD') response.end()
    else if (mood !== 'cuts') response.end(bytes)
    else response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
  }

  await listen()
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'papers',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    asked: () => asked,
    async be(next) {
      if (next === 'gone' && mood !== 'gone') await stop()
      if (next !== 'gone' && mood === 'gone') await listen()
      mood = next
    },
    async [Symbol.asyncDispose]() {
      if (mood !== 'gone') await stop()
    },
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
}
