import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { type ErrorKind, PlatformError } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { Log } from '../kit/log.ts'
import { guardAnswers, noGuard } from './answer-guard.ts'
import { maxBodyBytes, sizeText } from './body-limit.ts'
import { answerBrokenConnection } from './broken-connection.ts'
import { failure, jsonType, secondsToWait } from './envelope.ts'
import { malformed, noSuchPath, tooLarge, wrongInput, wrongMethod } from './errors.ts'
import { type Authenticate, createHandler, type HandlerOptions } from './handler.ts'
import { checkHeaders } from './headers/check-headers.ts'
import { factsOf, type LoggedRequest, loggedRequest, type RouteConfig, shortPath } from './logged-request.ts'
import type { Operation } from './operation.ts'
import { mountSite, type Site } from './site.ts'
import { commonHeaders } from './write-answer.ts'

const maxHeaderBytes = 64 * 1024
const headersMs = 20_000
/**
 * Time in which a request must arrive. 2 GiB in this time need 2.4 MB/s; over a slower line a file is sent in parts.
 */
const requestMs = 15 * 60_000

/** Called after each request with its answer. */
export type OnAnswered = (answered: Answered) => void

interface Answered {
  /** Name of the operation; `none` for a request that no operation handles. */
  readonly operation: string
  readonly status: number
  readonly durationMs: number
  /** The request, as the log names it. */
  readonly request: LoggedRequest
}

export interface ServerOptions<Context> extends HandlerOptions<Context> {
  readonly operations: readonly Operation<Context>[]
  readonly authenticate: Authenticate<Context>
  readonly log: Log
  /** Errors that any operation may return, in addition to those of HTTP itself. */
  readonly commonErrors?: readonly ErrorKind[]
  /** Whether every answer is compared with its declaration; for tests and development. */
  readonly checkAnswers?: boolean
  /** IP addresses or networks of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[]
  readonly onAnswered?: OnAnswered
  /** Files that browsers load without a token. */
  readonly site?: Site | undefined
  /** Path to which a browser that requests `/` is redirected. */
  readonly home?: string
  /** Paths that have moved, with the path to which each of them is redirected. */
  readonly moved?: Readonly<Record<string, string>>
}

/**
 * Creates the HTTP server for a list of operations. Every failure is answered with JSON and `success:false`: unknown
 * paths, wrong methods, bodies of any content type, invalid HTTP.
 */
export function createServer<Context>(options: ServerOptions<Context>): FastifyInstance {
  const { operations, log } = options
  const app = fastify({
    logger: false,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    exposeHeadRoutes: false,
    genReqId: () => newId(),
    routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, maxParamLength: 16_384 },
    // Node would answer a request without Host itself, and not with JSON.
    http: { maxHeaderSize: maxHeaderBytes, headersTimeout: headersMs, requireHostHeader: false },
    requestTimeout: requestMs,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenConnection,
    // Chancery itself checks requests and writes answers. Without this option the framework would load its own
    // compilers.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    frameworkErrors: (error, request, reply) =>
      send(request as FastifyRequest, reply as unknown as FastifyReply, error),
  })

  function send(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    const known = fromFramework(error, request.routeOptions.bodyLimit)
    const { status, body } = failure(known, request.id)
    if (known instanceof PlatformError) factsOf(request).code = known.code
    if (status >= 500) log('error', 'request failed', { ...loggedRequest(request), status, error: known })
    const waitS = known instanceof PlatformError ? secondsToWait(known) : undefined
    if (waitS !== undefined) reply.header('retry-after', String(waitS))
    // The rest of a request that arrived too slowly is not read.
    if (status === 408) reply.header('connection', 'close')
    // The rest of a body that is too large is read and discarded, since a client that is still sending would not see
    // the answer.
    if (status === 413) reply.removeHeader('connection')
    reply.code(status).header('content-type', jsonType).header('cache-control', 'no-store').send(body)
  }

  app.decorateRequest('admitted', null)
  app.decorateRequest('facts', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => send(request, reply, error))
  app.setNotFoundHandler(refuseUnknown)
  for (const [path, target] of Object.entries(options.moved ?? {}))
    app.get(path, (_request, reply) => reply.header('cache-control', 'no-store').redirect(target, 302))
  function refuseUnknown(request: FastifyRequest, reply: FastifyReply): void {
    const path = request.url.split('?')[0]!
    if (options.home !== undefined && path === '/' && wantsPage(request)) {
      reply.header('vary', 'accept').header('cache-control', 'no-store').redirect(options.home, 302)
      return
    }
    const methods = methodsAt(operations, path)
    if (methods.length > 0) reply.header('allow', methods.join(', '))
    const refusal =
      methods.length === 0
        ? noSuchPath(`there is nothing at ${shortPath(path)}`)
        : wrongMethod(`${request.method} is not allowed here; use ${methods.join(' or ')}`)
    send(request, reply, refusal)
  }
  app.addHook('onRequest', (request, reply, done) => {
    checkHeaders(request.raw)
    // Answered before the body is read, since no operation would use it.
    if (request.is404) return refuseUnknown(request, reply)
    done()
  })
  const { onAnswered } = options
  if (onAnswered)
    app.addHook('onResponse', (request, reply, done) => {
      const { operation = 'none' } = request.routeOptions.config as RouteConfig
      const { statusCode: status, elapsedTime: durationMs } = reply
      onAnswered({ operation, status, durationMs, request: loggedRequest(request) })
      done()
    })
  // Node would silently drop headers beyond the 2,000th. `maxHeaderSize` limits their total size.
  app.server.maxHeadersCount = 0
  // Asynchronous, so that a request whose parser fails after its headers is answered once, with 400.
  app.addHook('onSend', async (request, reply) => void reply.headers(commonHeaders(request.id)))

  // Handles requests that Node would answer by itself or not at all.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('connect', (_request, socket) => answerBrokenConnection(new Error('no proxy'), socket as Socket))

  if (options.site) mountSite(app, options.site)
  for (const operation of operations.filter(({ body }) => body === 'json')) mount(app, operation, options)
  app.register(async (streaming) => {
    streaming.removeAllContentTypeParsers()
    streaming.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const operation of operations.filter(({ body }) => body === 'bytes')) mount(streaming, operation, options)
  })
  return app
}

function noCompiler(): never {
  throw new Error('the framework is given no schemas')
}

function mount<Context>(app: FastifyInstance, operation: Operation<Context>, options: ServerOptions<Context>): void {
  const url = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
  const guard = options.checkAnswers ? guardAnswers(operation, options.commonErrors ?? []) : noGuard
  app.route({
    method: [...operation.methods],
    url,
    bodyLimit: maxBodyBytes(operation),
    config: {
      operation: operation.name,
      ...(operation.right === 'anyone' && { shownPath: operation.path }),
    } satisfies RouteConfig,
    ...createHandler(operation, options.authenticate, guard, options),
  })
}

/** Returns whether a browser asks for a page. Programs, which accept JSON or anything, get a 404. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept !== undefined && /\btext\/html\b/i.test(headers.accept)
}

/** Returns the methods of the operations at a path. */
function methodsAt(operations: readonly { path: string; methods: readonly string[] }[], path: string): string[] {
  const segments = split(path)
  const fits = operations.filter((operation) => {
    const pattern = split(operation.path)
    return (
      pattern.length === segments.length && pattern.every((word, at) => word.startsWith('{') || word === segments[at])
    )
  })
  return [...new Set(fits.flatMap(({ methods }) => methods))].sort()
}

const split = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

/** Converts errors of the framework to errors of the platform. */
function fromFramework(error: unknown, bodyLimit = 0): unknown {
  const code = (error as { code?: string }).code
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(`the body is larger than ${sizeText(bodyLimit)}`)
  if (code === 'FST_ERR_BAD_URL') return noSuchPath('the address is not a valid URL')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return noSuchPath('the address is too long')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongInput('the header Content-Type is not a valid type')
  if (code === 'ECONNRESET') return malformed('the connection ended before the body did')
  if (code?.startsWith('FST_ERR_CTP_') === true)
    return tooLarge('the body does not have the length that the headers say')
  return error
}
