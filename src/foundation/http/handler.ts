import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PlatformError } from '../kit/errors.ts'
import { JsonText } from '../kit/json.ts'
import { answerIn } from '../kit/languages.ts'
import { didYouMean } from '../kit/nearest.ts'
import { whileSomebodyWaits } from '../kit/somebody-waits.ts'
import { noTracing, type Tracing } from '../tracing/index.ts'
import type { Admission } from './admission/admission.ts'
import type { Bulkhead } from './admission/bulkhead.ts'
import { costOf } from './admission/cost.ts'
import type { AnswerGuard } from './answer-guard.ts'
import { delayToNextStep } from './constant-time-404.ts'
import { jsonType, success } from './envelope.ts'
import { tooLarge, wrongInput } from './errors.ts'
import { EventStream } from './event-stream.ts'
import { freeWhenSent } from './free-when-sent.ts'
import { pageHeaders } from './headers/page-policy.ts'
import { readAcceptLanguage, readIdempotencyKey } from './headers/request-headers.ts'
import { readJson } from './json/json-body.ts'
import { factsOf } from './logged-request.ts'
import type { Answer, IncomingBytes, Operation, Raw, Reply, Request } from './operation.ts'
import { readQueryInput, textParameters } from './query-input.ts'
import { type Check, compileCheck, withoutEmpties } from './validate.ts'
import { writeAnswer } from './write-answer.ts'

/**
 * Authenticates a request and checks whether the caller may use the operation at all. Returns the context for the
 * handler; throws when the request is refused.
 */
export type Authenticate<Context> = (operation: Operation<Context>, request: RequestHead) => Promise<Context>

/** The parts of a request that are known before its body is read. */
export interface RequestHead {
  readonly headers: IncomingHttpHeaders
  readonly method: string
  /** Identifier of the request. */
  readonly id: string
  /** Path of the request without the query string. */
  readonly path: string
}

/**
 * Called for each 403 of an authenticated request, including one that is the cause of another error; must not throw.
 * `authenticate` records its own refusals.
 */
export type OnRefused<Context> = (context: Context, refusal: { code: string; path: string }) => void

/** Carries out a request that has an idempotency key, or answers it as a repeat. */
export type RunOnce<Context> = (attempt: Attempt<Context>) => Promise<Answer | Raw>

interface Attempt<Context> {
  readonly operation: Operation<Context>
  readonly context: Context
  readonly key: string
  readonly path: string
  /** Query string and body as they arrived, without a body that is a stream. */
  readonly sent: readonly (string | Uint8Array)[]
  readonly request: Request<never, never>
}

export interface HandlerOptions<Context> {
  readonly onRefused?: OnRefused<Context>
  /** Handles requests with an Idempotency-Key. When absent, the header is ignored. */
  readonly runOnce?: RunOnce<Context>
  /** The bulkheads in which requests run or wait; absent for a server without limits. */
  readonly admission?: Admission | undefined
  readonly tracing?: Tracing | undefined
  /** Returns the id of the user who calls; undefined for a request without a user. */
  readonly userOf?: (context: Context) => string | undefined
}

/**
 * Creates the handler of an operation. Every request takes the same steps: authenticate (before the body is read),
 * wait for a place in its bulkhead, parse and validate the input, handle, answer.
 */
export function createHandler<Context>(
  operation: Operation<Context>,
  authenticate: Authenticate<Context>,
  guard: AnswerGuard,
  {
    onRefused = () => {},
    runOnce,
    admission,
    tracing = noTracing,
    userOf = () => undefined,
  }: HandlerOptions<Context> = {},
) {
  const bulkhead = admission?.bulkheadOf(costOf(operation))
  const checkParams = compileCheck(operation.params, 'the address')
  const checkInput: Check =
    operation.input && operation.body === 'json'
      ? compileCheck(operation.input, nameOfInput(operation))
      : () => undefined
  async function onRequest(request: FastifyRequest): Promise<void> {
    const beganMs = performance.now()
    const context = await whileSomebodyWaits(() => authenticate(operation, headOf(request)))
    const userId = userOf(context)
    if (userId !== undefined) factsOf(request).userId = userId
    const refusal = bulkhead?.refusal(userId ?? request.ip)
    if (refusal !== undefined) throw refusal
    request.admitted = { context, beganMs }
    // The body is read as JSON whatever its content type says, even when that is not a valid type. Deleting the header
    // would make V8 read all headers more slowly.
    if (operation.body === 'json') request.raw.headers['content-type'] = undefined
  }

  const attributes = { 'http.route': operation.path, 'chancery.operation': operation.name }
  function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (tracing === noTracing) return respond(request, reply)
    const { id, method, headers } = request
    const ofRequest = { ...attributes, 'http.request.method': method, 'chancery.request_id': id }
    const traceparent = one(headers.traceparent)
    const span = { name: `${method} ${operation.path}`, kind: 'server', attributes: ofRequest, traceparent } as const
    return tracing.span(span, () => respond(request, reply))
  }

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { context, beganMs } = request.admitted as Admitted<Context>
    try {
      const answer = await whileSomebodyWaits(() =>
        bulkhead ? carryOutIn(bulkhead, request, reply, context) : carryOut(request, reply, context),
      )
      guard.answer(answer, reply.statusCode)
      if (answer instanceof Readable) {
        if (!(answer instanceof EventStream)) freeWhenSent(answer, reply.raw)
        return reply.send(answer)
      }
      if (answer instanceof Uint8Array) return writeAnswer(reply, answer, { 'content-type': operation.media! })
      if (answer instanceof JsonText) {
        const media = operation.media ?? jsonType
        return writeAnswer(reply, answer, { 'content-type': media, ...pageHeaders(media) })
      }
      return writeAnswer(reply, success(answer), { 'content-type': jsonType, 'cache-control': 'no-store' })
    } catch (error) {
      // In a request about several objects, the refusal of one object is the cause of the error.
      const forbidden = [error, (error as Error | undefined)?.cause].find(isForbidden)
      if (forbidden !== undefined) onRefused(context, { code: forbidden.code, path: pathFor(request) })
      if (error instanceof PlatformError && error.status === 404) await delayToNextStep(beganMs)
      throw guard.refusal(error)
    }
  }

  /** Carries a request out in its bulkhead. Callers without a user share the places of their address. */
  async function carryOutIn(bulkhead: Bulkhead, request: FastifyRequest, reply: FastifyReply, context: Context) {
    const caller = userOf(context) ?? request.ip
    const leave = await bulkhead.enter(caller, (leaveQueue) => reply.raw.once('close', leaveQueue))
    try {
      return await carryOut(request, reply, context)
    } finally {
      leave()
    }
  }

  async function carryOut(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<Answer | Raw> {
    const key = operation.idempotent && runOnce && readIdempotencyKey(one(request.headers['idempotency-key']))
    const asked = (await read(request, reply)) as Request<never, never>
    if (operation.inLanguage) {
      const languages = readAcceptLanguage(one(request.headers['accept-language']))
      return answerIn(languages, () => operation.handle(asked, context))
    }
    if (key === undefined || operation.idempotent?.when?.(asked) === false) return operation.handle(asked, context)
    const path = pathOf(request.url)
    const sent = operation.body === 'json' && request.body ? [request.body as Buffer] : []
    return runOnce!({ operation, context, key, path, sent: [searchOf(request.url), ...sent], request: asked })
  }

  /**
   * Returns the path for the audit log. For operations without a token, the path itself may hold a secret, so only
   * its template is used.
   */
  const pathFor = ({ url }: FastifyRequest): string => (operation.right === 'anyone' ? operation.path : pathOf(url))

  async function read(request: FastifyRequest, reply: FastifyReply): Promise<Request<unknown, unknown>> {
    const search = searchOf(request.url)
    const params = checkParams(request.params)
    refuseUnknownParameters(operation, request.method, search)
    const input = checkInput(await readInput(operation, request, search))
    const header = (name: string): string | undefined => one(request.headers[name])
    return {
      params,
      input,
      query: operation.query || operation.body === 'bytes' ? lowerCaseQuery(search) : noQuery,
      bytes: {
        stream: (request.body ?? undefined) as IncomingBytes['stream'],
        contentType: request.headers['content-type'],
        header,
      },
      header,
      reply: replyOf(reply),
      address: request.ip,
      requestId: request.id,
    }
  }
  return { onRequest, handler }
}

interface Admitted<Context> {
  readonly context: Context
  readonly beganMs: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What `onRequest` found out, an `Admitted` with the context of the operation; null before. */
    admitted: unknown
  }
}

const maxAddressChars = 60_000
const noQuery = {}
const isForbidden = (error: unknown): error is PlatformError => error instanceof PlatformError && error.status === 403

async function readInput(
  operation: Pick<Operation<never>, 'input' | 'body' | 'path' | 'mirrorOf'>,
  request: FastifyRequest,
  search: string,
): Promise<unknown> {
  const schema = operation.input as Parameters<typeof withoutEmpties>[1] | undefined
  if (schema === undefined || operation.body === 'bytes') return undefined
  if (request.method === 'GET') {
    if (search.length > maxAddressChars)
      throw tooLarge('the address must not have more than 60,000 characters; use POST for more')
    const { mirrorOf = operation.path } = operation
    return withoutEmpties(
      readQueryInput(search, textsOf(schema), { mergesPlain: mirrorOf.startsWith('/api/v1/') }),
      schema,
    )
  }
  const body = request.body as Buffer | undefined
  return withoutEmpties(body === undefined ? undefined : await readJson(body), schema)
}

const textsBySchema = new WeakMap<object, ReadonlySet<string>>()

function textsOf(schema: object): ReadonlySet<string> {
  const known = textsBySchema.get(schema) ?? textParameters(schema)
  textsBySchema.set(schema, known)
  return known
}

function headOf({ raw, id, url, method }: FastifyRequest): RequestHead {
  return { headers: raw.headers, method, id, path: pathOf(url) }
}

const pathOf = (url: string): string => url.split('?', 1)[0]!

function searchOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/**
 * Throws when a request of the management API that may change something has a parameter in its address that the
 * operation does not have. A `?dryRun=true` that is ignored would write.
 */
function refuseUnknownParameters({ path, mirrorOf = path, query }: Operation<never>, method: string, search: string) {
  if (search === '' || method === 'GET' || !mirrorOf.startsWith('/api/v1/')) return
  const known = Object.keys((query as { properties?: object } | undefined)?.properties ?? {})
  const unknown = [...new URLSearchParams(search).keys()].find(
    (name) => !known.some((one) => one.toLowerCase() === name.toLowerCase()),
  )
  if (unknown === undefined) return
  const name = unknown.slice(0, 100)
  throw wrongInput(`unknown parameter "${name}" in the address${didYouMean(name, known)}`, { field: name })
}

function lowerCaseQuery(search: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [name, text] of new URLSearchParams(search)) {
    const key = name.toLowerCase()
    if (key in query)
      throw wrongInput(`the parameter "${name.slice(0, 100)}" is given twice in the address`, { field: name })
    query[key] = text
  }
  return query
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

function replyOf(reply: FastifyReply): Reply {
  return {
    status: (code) => void reply.code(code),
    header: (name, value) => void reply.header(name, value),
  }
}

/** Returns the name of an operation's input in messages. */
const nameOfInput = ({ methods }: Pick<Operation<never>, 'methods'>): string =>
  methods.every((method) => method === 'GET') ? 'the query' : 'the body'
