import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, BrowserContextOptions } from 'playwright-core'

/** Seed of the delays; undefined when requests are not delayed. */
export const shakeSeed = process.env.SHAKE || undefined

const cpuSlowdown = Number(process.env.SHAKE_CPU || 1)

/**
 * Returns the options of a context whose requests are delayed. They go through a proxy, so that the routes of a test and
 * the cache of the browser work as without delays.
 */
export async function shakenOptions(): Promise<BrowserContextOptions> {
  if (shakeSeed === undefined) return {}
  proxy ??= startProxy()
  return { proxy: { server: await proxy } }
}

/** Makes scripts in the pages of a context slower, by the factor in SHAKE_CPU. */
export function slowDown(context: BrowserContext): void {
  if (cpuSlowdown === 1) return
  context.on('page', async (page) => {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  })
}

let proxy: Promise<string> | undefined

/** Starts an HTTP proxy, which ends with this process, and returns its URL. */
async function startProxy(): Promise<string> {
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing))
  server.on('connect', tunnel)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Passes a request on, late, or its answer. A connection that the server refuses or breaks ends for the page, too. */
async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { beforeMs, afterMs } = delayOf(incoming)
  await wait(beforeMs)
  if (outgoing.destroyed) return
  const { method, headers, url } = incoming
  const onward = request(url!, { method, headers }, async (answer) => {
    await wait(afterMs)
    outgoing.writeHead(answer.statusCode!, answer.rawHeaders).flushHeaders()
    answer.on('error', () => outgoing.destroy()).pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}

/** Connects without delay. Tests that send requests outside of a page use tunnels. */
function tunnel({ url }: IncomingMessage, client: Duplex): void {
  const { hostname, port } = new URL(`http://${url}`)
  const server = connect(Number(port), hostname, () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
  server.on('error', () => client.destroy()).on('close', () => client.destroy())
  client.on('error', () => server.destroy()).on('close', () => server.destroy())
  client.pipe(server).pipe(client)
}

/** Number of requests so far, by method and path. */
const counts = new Map<string, number>()

/**
 * Returns how long to hold a request or its answer. It depends on the seed and on how often this address was asked for, and
 * not on other requests, so that a seed repeats its delays as far as possible.
 */
function delayOf({ method, url }: IncomingMessage): { beforeMs: number; afterMs: number } {
  const address = `${method} ${new URL(url!).pathname}`
  const count = (counts.get(address) ?? 0) + 1
  counts.set(address, count)
  const digest = createHash('sha256').update(`${shakeSeed} ${count} ${address}`).digest()
  const [kind, length] = [digest.readUInt32BE(0) / 2 ** 32, digest.readUInt32BE(4) / 2 ** 32]
  const delayMs = kind < 0.04 ? 1000 + 1000 * length : kind < 0.2 ? 50 + 450 * length : 50 * length
  return digest[8]! % 2 === 0 ? { beforeMs: delayMs, afterMs: 0 } : { beforeMs: 0, afterMs: delayMs }
}
