import { ApiError } from './api-error.ts'
import { reportConnection } from './connection.ts'
import { firstOperations } from './first-operations.ts'
import type { Operations } from './operations.ts'
import { waitForSignIn } from './session-end.ts'
import { createStore } from './store.ts'

/**
 * The language of names and refusals in the answers of the server. It changes together with the user's settings,
 * before the console has loaded its own texts in this language.
 */
export const answerLanguage = createStore<string>('en')

type Name = keyof Operations
interface Common {
  /** Revision that the element must have; the server answers 412 when the element has another revision. */
  readonly ifMatch?: number | string
  /** Key under which the server executes a repeated request only once. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Whether the request outlives the page. The browser allows this for bodies of up to 64 KiB. */
  readonly keepalive?: boolean
  /** Called with the ETag of the answer: the revision of the element, for `ifMatch`. */
  readonly onEtag?: (etag: string) => void
}
type Arguments<N extends Name> = object extends Operations[N]['input'] ? [input?: Input<N>] : [input: Input<N>]
interface UntypedInput extends Common {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Path parameters, query and body of an operation, and the headers that all operations share. */
export type Input<N extends Name> = Operations[N]['input'] & Common
export type Result<N extends Name> = Operations[N]['result']

/** Operations whose answer 401 means wrong credentials, not an ended session. */
const beginsSession: ReadonlySet<Name> = new Set<Name>(['signIn', 'signInByLink', 'acceptInvitation', 'setUp'])

/**
 * Calls an operation with the session of the browser and returns its answer. Files are sent and returned as a `Blob`;
 * the type of a sent `Blob` becomes the content type. Throws `ApiError` when the server refuses or cannot be reached.
 * When the session has ended and the sign-in dialog can be shown, waits until the user has signed in again, and
 * repeats the request.
 */
export const call = untypedCall as <N extends Name>(name: N, ...input: Arguments<N>) => Promise<Result<N>>

/**
 * Prepares a call, which can then be begun at any time without waiting for anything first, such as while the page is
 * being left.
 */
export const prepareCall = prepareUntyped as <N extends Name>(
  name: N,
  ...input: Arguments<N>
) => Promise<() => Promise<Result<N>>>

async function untypedCall(name: Name, input: UntypedInput = {}): Promise<unknown> {
  return (await prepareUntyped(name, input))()
}

async function prepareUntyped(name: Name, input: UntypedInput = {}): Promise<() => Promise<unknown>> {
  const [method = '', path = ''] = (await routeOf(name)).split(' ')
  const { params = {}, query = {}, body = {}, signal, keepalive = false } = input
  const request: RequestInit = { method, signal: signal ?? null, headers: headersOf(method, input), keepalive }
  if (method !== 'GET') request.body = body instanceof Blob ? body : JSON.stringify(body)
  const address = addressOf(path, params, query)
  return () => perform(name, input, address, request)
}

async function perform(name: Name, input: UntypedInput, address: string, request: RequestInit): Promise<unknown> {
  for (;;) {
    const response = await send(address, request)
    if (response.ok && !isJson(response)) return response.blob()
    const answer = await answerOf(response)
    if (response.ok) {
      const etag = response.headers.get('etag')
      if (etag !== null) input.onEtag?.(etag)
      return answer
    }
    if (response.status === 401 && !beginsSession.has(name) && (await waitForSignIn())) continue
    throw new ApiError(response.status, answer)
  }
}

/** Returns the method and path of an operation. */
async function routeOf(name: Name): Promise<string> {
  const first: Partial<Record<Name, string>> = firstOperations
  return first[name] ?? (await import('./operations.ts')).operations[name]
}

/** Returns the address of an operation. Public operations are reached under `/api/v1/pub`, where the session counts. */
export function addressOf(
  path: string,
  params: Record<string, string | number>,
  query: Record<string, unknown>,
): string {
  const filled = path
    .replace(/^\/pub\/v1\//, '/api/v1/pub/')
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null)
      search.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}

function headersOf(method: string, { ifMatch, idempotencyKey, body }: UntypedInput): Headers {
  const headers = new Headers({ 'accept-language': answerLanguage.get() })
  if (method !== 'GET') headers.set('content-type', body instanceof Blob ? body.type : 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  return headers
}

async function send(address: string, request: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, { ...request, credentials: 'same-origin' })
    reportConnection(response.status === 503 || response.status === 502 ? 'unavailable' : 'online')
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    reportConnection('offline')
    throw new ApiError(0, { error: String(error), code: 'network' })
  }
}

const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('application/json') === true

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  try {
    return await response.json()
  } catch {
    return { error: `HTTP ${response.status} ${response.statusText}` }
  }
}
