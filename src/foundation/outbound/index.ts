// Outbound: the only way to fetch addresses that others supply. No other room opens a connection to such an address.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { PlatformError } from '../kit/errors.ts'
import { noTracing, type Tracing } from '../tracing/index.ts'
import { createAddresses, type Resolve, resolveByDns } from './addresses.ts'
import { bodyOf } from './body.ts'
import { connect, type Dial, dialTcp } from './connect.ts'
import { answerTooSlow, refusedThere, tooManyRedirects, unreachable } from './errors.ts'
import { exchange, type OutboundRequest } from './exchange.ts'
import { readTarget, type Target } from './target.ts'

export {
  addressNotAllowed,
  answerTooLarge,
  answerTooSlow,
  brokenAnswer,
  refusedThere,
  tooManyRedirects,
  unreachable,
} from './errors.ts'
export type { OutboundRequest } from './exchange.ts'

const usualPorts: readonly number[] = [80, 443, 8080, 8443]
const maxRedirects = 5
/**
 * Timeout in ms for resolving the name, connecting and the TLS handshake; `answerMs` then applies up to the end of the
 * answer's headers.
 */
const connectMs = 10_000
const answerMs = 30_000

export interface Fetched extends Disposable {
  /** Address of the answer, after the last redirect. */
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  /**
   * Decoded bytes. A loop over them throws when there are too many, when they arrive too slowly, and when the
   * connection breaks.
   */
  readonly chunks: AsyncIterable<Buffer>
  /** Closes the connection; needed wherever the chunks may not be read to the end. */
  [Symbol.dispose](): void
}

export interface Answered extends Fetched {
  readonly status: number
}

/** Limits of one request. `wholeMs` limits the time from the call to the last byte. */
export interface OutboundLimits {
  readonly maxBytes: number
  readonly wholeMs: number
}

export interface Outbound {
  /**
   * Fetches an http or https address and follows redirects. Throws an error with a message for the caller when the
   * address is refused or its answer is not 200.
   */
  get(link: string, limits: OutboundLimits): Promise<Fetched>
  /**
   * Sends a request to an http or https address and returns the answer, whatever its status. Does not follow
   * redirects, so that headers and the body reach no other host. `signal` aborts the request.
   */
  request(
    link: string,
    request: OutboundRequest,
    limits: OutboundLimits & { readonly signal?: AbortSignal },
  ): Promise<Answered>
  /** Aborts all running fetches and requests, so that the process can end. */
  close(): void
}

export interface OutboundOptions {
  /** Host names, IP addresses and networks that need not be public. */
  readonly allow?: readonly string[]
  readonly ports?: readonly number[]
  /** Certificates to trust instead of the default ones, as PEM. */
  readonly ca?: string
  readonly tracing?: Tracing
  /** Resolves host names; `dial` opens connections. Tests replace both. */
  readonly resolve?: Resolve
  readonly dial?: Dial
}

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { allow = [], ports = usualPorts, resolve = resolveByDns, dial = dialTcp, ca, tracing = noTracing } = options
  const addressesOf = createAddresses(allow, resolve)
  const running = new Set<() => void>()

  /** Sends a request and waits for the headers of the answer, in a span that names the host and nothing secret. */
  function ask(target: Target, request: OutboundRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const attributes = { 'http.request.method': request.method, 'server.address': target.host }
    const span = { name: `${request.method} ${target.host}`, kind: 'client', attributes } as const
    return tracing.span(span, () => send(target, request, signal))
  }

  async function send(target: Target, request: OutboundRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const silent = (cause?: unknown): PlatformError =>
      unreachable('no web server responded at the address', {}, { cause })
    try {
      const socket = await withTimeout(connectMs, signal, silent, async (signal) =>
        connect(target, await addressesOf(target.host), { dial, ca, signal }),
      )
      signal.addEventListener('abort', () => socket.destroy(), { once: true })
      try {
        return await withTimeout(answerMs, signal, silent, () => exchange(socket, target, request))
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
      const answer = await ask(target, { method: 'GET' }, signal)
      const location = redirectOf(answer)
      if (location === undefined) return { url: target.url, answer }
      answer.destroy()
      if (redirects === maxRedirects) throw tooManyRedirects(`the address redirects more than ${maxRedirects} times`)
      target = readTarget(location, ports, target.url)
    }
  }

  /** Opens an answer and limits its time. Any failure closes the connection. */
  async function open<T>(
    { wholeMs, signal: outer }: OutboundLimits & { readonly signal?: AbortSignal },
    work: (signal: AbortSignal, end: () => void) => Promise<T>,
  ): Promise<T> {
    const ending = new AbortController()
    const late = (): void => ending.abort(answerTooSlow(`the response was not complete after ${wholeMs / 1000} s`))
    const timer = setTimeout(late, wholeMs)
    const end = (): void => {
      clearTimeout(timer)
      running.delete(end)
      outer?.removeEventListener('abort', end)
      ending.abort()
    }
    running.add(end)
    outer?.addEventListener('abort', end)
    if (outer?.aborted) end()
    try {
      return await work(ending.signal, end)
    } catch (error) {
      end()
      throw error
    }
  }

  return {
    get: (link, limits) =>
      open(limits, async (signal, end) => {
        const { url, answer } = await follow(link, signal)
        if (answer.statusCode !== 200) throw refusedThere(`the other server responded with ${answer.statusCode}`)
        const chunks = ended(bodyOf(answer, limits.maxBytes), signal, end)
        return { url, headers: answer.headers, chunks, [Symbol.dispose]: end }
      }),
    request: (link, request, limits) =>
      open(limits, async (signal, end) => {
        const target = readTarget(link, ports)
        const answer = await ask(target, request, signal)
        const chunks = ended(bodyOf(answer, limits.maxBytes), signal, end)
        const { headers, statusCode: status = 0 } = answer
        return { url: target.url, status, headers, chunks, [Symbol.dispose]: end }
      }),
    close() {
      for (const end of running) end()
    },
  }
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined
  // Node decodes headers as Latin-1, but addresses that are not escaped are usually UTF-8.
  return Buffer.from(headers.location, 'latin1').toString()
}

/**
 * Passes chunks on and closes the connection with the end of the loop. After a timeout, throws the timeout's error
 * instead of that of the broken connection.
 */
async function* ended(chunks: AsyncIterable<Buffer>, signal: AbortSignal, end: () => void): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    throw signal.aborted && signal.reason instanceof PlatformError ? signal.reason : error
  } finally {
    end()
  }
}

/**
 * Runs work with a timeout. Throws the error of `late` when the work takes longer than `ms` milliseconds, or the reason
 * of `outer` when that signal is aborted. In both cases the work's own signal is aborted, so that the work can clean
 * up.
 */
async function withTimeout<T>(
  ms: number,
  outer: AbortSignal,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController()
  const stopped = Promise.withResolvers<never>()
  inner.signal.addEventListener('abort', () => stopped.reject(inner.signal.reason), { once: true })
  const stop = (): void => inner.abort(outer.reason)
  outer.addEventListener('abort', stop, { once: true })
  if (outer.aborted) stop()
  const timer = setTimeout(() => inner.abort(late()), ms)
  try {
    return await Promise.race([stopped.promise, work(inner.signal)])
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', stop)
  }
}
