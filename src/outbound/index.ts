// Outbound: the one way from here to addresses that others name. Nothing else in the house opens a connection to them.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { PlatformError } from '../kit/errors.ts'
import { createAddresses, type Resolve, resolveByDns } from './addresses.ts'
import { bodyOf } from './body.ts'
import { connect, type Dial, dialTcp } from './connect.ts'
import { answerTooSlow, refusedThere, tooManyRedirects, unreachable } from './errors.ts'
import { exchange } from './exchange.ts'
import { readTarget, type Target } from './target.ts'
import { within } from './within.ts'

export {
  addressNotAllowed,
  answerTooLarge,
  answerTooSlow,
  brokenAnswer,
  refusedThere,
  tooManyRedirects,
  unreachable,
} from './errors.ts'

const usualPorts: readonly number[] = [80, 443, 8080, 8443]
const maxRedirects = 5
/** To resolve the name, connect and agree on the encryption; then to the end of the answer's headers. */
const connectMs = 10_000
const answerMs = 30_000

export interface Fetched extends Disposable {
  /** Of the last redirect. */
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  /** Decoded; a loop over them throws when there are too many, when they come too slowly, or break off. */
  readonly chunks: AsyncIterable<Buffer>
  /** Ends the connection; wanted wherever the chunks may not be read to their end. */
  [Symbol.dispose](): void
}

export interface Outbound {
  /**
   * Gets what is at an http or https address, through redirects; any answer but 200 is a refusal. `wholeMs` is from the
   * call to the last byte. Throws refusals with sentences for callers.
   */
  get(link: string, limits: { readonly maxBytes: number; readonly wholeMs: number }): Promise<Fetched>
  /** Ends what is going on, so that the process can end. */
  close(): void
}

export interface OutboundOptions {
  /** Host names, IP addresses and networks that need not be public. */
  readonly allow?: readonly string[]
  readonly ports?: readonly number[]
  /** Certificates to trust instead of the usual ones, as PEM. */
  readonly ca?: string
  /** How names become addresses, and addresses connections; tests look into both. */
  readonly resolve?: Resolve
  readonly dial?: Dial
}

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { allow = [], ports = usualPorts, resolve = resolveByDns, dial = dialTcp, ca } = options
  const addressesOf = createAddresses(allow, resolve)
  const running = new Set<() => void>()

  async function ask(target: Target, signal: AbortSignal): Promise<IncomingMessage> {
    const silent = (cause?: unknown): PlatformError =>
      unreachable('nothing at the address answered as a web server does', {}, { cause })
    try {
      const socket = await within(connectMs, signal, silent, async (signal) =>
        connect(target, await addressesOf(target.host), { dial, ca, signal }),
      )
      signal.addEventListener('abort', () => socket.destroy(), { once: true })
      try {
        return await within(answerMs, signal, silent, () => exchange(socket, target))
      } catch (error) {
        socket.destroy()
        throw error
      }
    } catch (error) {
      throw error instanceof PlatformError ? error : silent(error)
    }
  }

  async function follow(link: string, signal: AbortSignal): Promise<{ url: URL; answer: IncomingMessage }> {
    let target = readTarget(link, ports)
    for (let redirects = 0; ; redirects++) {
      const answer = await ask(target, signal)
      const location = redirectOf(answer)
      if (location === undefined) return { url: target.url, answer }
      answer.destroy()
      if (redirects === maxRedirects) throw tooManyRedirects(`the address redirects more than ${maxRedirects} times`)
      target = readTarget(location, ports, target.url)
    }
  }

  return {
    async get(link, { maxBytes, wholeMs }) {
      const ending = new AbortController()
      const { signal } = ending
      const late = (): void => ending.abort(answerTooSlow(`the answer was not whole after ${wholeMs / 1000} s`))
      const timer = setTimeout(late, wholeMs)
      const end = (): void => {
        clearTimeout(timer)
        running.delete(end)
        ending.abort()
      }
      running.add(end)
      try {
        const { url, answer } = await follow(link, signal)
        if (answer.statusCode !== 200) throw refusedThere(`the other server answered ${answer.statusCode}`)
        const chunks = ended(bodyOf(answer, maxBytes), signal, end)
        return { url, headers: answer.headers, chunks, [Symbol.dispose]: end }
      } catch (error) {
        end()
        throw error
      }
    },
    close() {
      for (const end of running) end()
    },
  }
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined
  // Headers come as Latin-1; addresses that are not escaped are UTF-8 nowadays.
  return Buffer.from(headers.location, 'latin1').toString()
}

/** Tells a lack of time from a broken connection, and ends the connection with the loop. */
async function* ended(chunks: AsyncIterable<Buffer>, signal: AbortSignal, end: () => void): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    throw signal.aborted && signal.reason instanceof PlatformError ? signal.reason : error
  } finally {
    end()
  }
}
