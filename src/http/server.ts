import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { type ErrorKind, PlatformError } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { Log } from '../kit/log.ts'
import { guardAnswers, noGuard } from './answer-guard.ts'
import { answerBrokenConnection } from './broken-connection.ts'
import { failure, jsonType } from './envelope.ts'
import { malformed, noSuchPath, tooLarge, wrongInput, wrongMethod } from './errors.ts'
import { createHandler, type Gate, type OnRefused } from './handler.ts'
import type { Operation } from './operation.ts'

/** Uploads are bounded by their operations. */
const maxJsonBytes = 10 * 1024 ** 2
const maxHeaderBytes = 64 * 1024
const headersMs = 20_000
/** 2 GiB within it want 2.4 MB/s; over a slower line a file is sent in parts. */
const requestMs = 15 * 60_000

export interface ServerOptions<Context> {
  readonly operations: readonly Operation<Context>[]
  readonly gate: Gate<Context>
  readonly log: Log
  readonly onRefused?: OnRefused<Context>
  /** Refusals that any operation may give, beside those of HTTP itself. */
  readonly commonErrors?: readonly ErrorKind[]
  /** Holds every answer against its declaration; for tests and development. */
  readonly checkAnswers?: boolean
  /** IP addresses or networks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[]
  /** The path to which a browser that asks for `/` is redirected. */
  readonly home?: string
}

/**
 * The HTTP server for a list of operations. Whatever goes wrong, the answer is JSON with `success:false`:
 * unknown paths, wrong methods, bodies of any content type, broken HTTP.
 */
export function createServer<Context>(options: ServerOptions<Context>): FastifyInstance {
  const { operations, log } = options
  const app = fastify({
    logger: false,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    exposeHeadRoutes: false,
    bodyLimit: maxJsonBytes,
    genReqId: () => newId(),
    routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, maxParamLength: 16_384 },
    // Node would refuse a request without Host by itself, and without JSON.
    http: { maxHeaderSize: maxHeaderBytes, headersTimeout: headersMs, requireHostHeader: false },
    requestTimeout: requestMs,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenConnection,
    // We check requests and write answers ourselves; without these the framework would load compilers of its own.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    frameworkErrors: (error, request, reply) =>
      send(request as FastifyRequest, reply as unknown as FastifyReply, error),
  })

  function send(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    const known = fromFramework(error)
    const { status, body } = failure(known, request.id)
    if (status >= 500) log('error', 'request failed', { requestId: request.id, path: request.routeOptions?.url, error })
    if (status === 429 || status === 503) reply.header('retry-after', String(waitS(known)))
    // The rest of a request that came too slowly is not waited for.
    if (status === 408) reply.header('connection', 'close')
    reply.code(status).header('content-type', jsonType).header('cache-control', 'no-store').send(body)
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => send(request, reply, error))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    if (options.home !== undefined && path === '/' && wantsPage(request)) {
      return reply.header('vary', 'accept').header('cache-control', 'no-store').redirect(options.home, 302)
    }
    const methods = methodsAt(operations, path)
    if (methods.length === 0) return send(request, reply, noSuchPath(`there is nothing at ${shorten(path)}`))
    reply.header('allow', methods.join(', '))
    return send(request, reply, wrongMethod(`${request.method} is not possible here; use ${methods.join(' or ')}`))
  })
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw malformed('the header Host is missing')
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
  })

  // What Node would answer by itself, or not at all.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('connect', (_request, socket) => answerBrokenConnection(new Error('no proxy'), socket as Socket))

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
    ...createHandler(operation, options.gate, guard, options.onRefused),
  })
}

/** Whether a browser asks; programs, which accept JSON or anything, are told that there is nothing. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept !== undefined && /\btext\/html\b/i.test(headers.accept)
}

/** Methods that the operations at this path have. */
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
const shorten = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path)

/** Seconds until it makes sense to try again. */
function waitS(error: unknown): unknown {
  return (error instanceof PlatformError ? error.details.retryAfterS : undefined) ?? 1
}

/** Errors of the framework itself, in our words. */
function fromFramework(error: unknown): unknown {
  const code = (error as { code?: string }).code
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge('the body is larger than 10 MiB')
  if (code === 'FST_ERR_BAD_URL') return noSuchPath('the address is not a valid URL')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return noSuchPath('there is nothing at so long an address')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongInput('the header Content-Type is not a valid type')
  if (code === 'ECONNRESET') return malformed('the connection ended before the body did')
  if (code?.startsWith('FST_ERR_CTP_') === true)
    return tooLarge('the body does not have the length that the headers say')
  return error
}
