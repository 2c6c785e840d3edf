import assert from 'node:assert/strict'
import { officeFolder } from '../src/cli/sample.ts'
import { readConfig } from '../src/config.ts'
import { systemCaller } from '../src/people/index.ts'
import { type Platform, startPlatform } from '../src/platform.ts'
import { testPlace } from './database.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Body = any

/**
 * The answer to a request. A test that reads the body of a refusal without its status gets an error, and so does a test
 * file that reads neither: set-up that was refused would let the test pass without a meaning.
 */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** Sends a body as JSON (strings and bytes unchanged) and returns the answer parsed as JSON. */
export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

export interface TestPlatform extends AsyncDisposable {
  readonly platform: Platform
  readonly url: string
  readonly dataDir: string
  /** Sends requests as the administrator. */
  readonly call: Call
  /** Returns a Call that uses this token. */
  as(token: string): Call
}

/** A low cost, because tests of sign-ins would otherwise take a minute. */
const cheapPassword = { ln: 10, r: 8, p: 1 }

export const adminToken = 'test-token-of-the-administrator'

/**
 * Starts a server on a free port with a new database and the sample solution: `await using office = await
 * startTestPlatform()`.
 */
export async function startTestPlatform(settings: Record<string, string> = {}): Promise<TestPlatform> {
  const started = await startEmptyPlatform(settings)
  const userId = await started.platform.context.people.administrator()
  await started.platform.context.apps.solutions.applyFolder(systemCaller(userId), officeFolder)
  return started
}

/** Starts a server like `startTestPlatform`, but without a solution. */
export async function startEmptyPlatform(settings: Record<string, string> = {}): Promise<TestPlatform> {
  const place = await testPlace()
  const config = readConfig(
    {},
    {
      PORT: '0',
      DATA_DIR: place.dataDir,
      ADMIN_TOKEN: adminToken,
      LOG_LEVEL: 'error',
      // Set when a test runs a second time on an object store.
      ...JSON.parse(process.env.TEST_OBJECT_STORE ?? '{}'),
      ...settings,
    },
  )
  const platform = await startPlatform(
    { ...config, databaseUrl: place.databaseUrl },
    { checkAnswers: true, passwordCost: cheapPassword },
  )
  const unread = new Set<string>()
  const as = (token: string) => callAs(platform.url, token, unread)
  return {
    platform,
    url: platform.url,
    dataDir: place.dataDir,
    call: as(adminToken),
    as,
    async [Symbol.asyncDispose]() {
      await platform.close()
      await place.remove()
      assert.deepEqual([...unread].slice(0, 10), [], 'no test has read the status of these answers')
    },
  }
}

/** Returns a Call that sends requests to `url`. It keeps refusals in `unread` until a test reads their status. */
export function callAs(url: string, token: string, unread = new Set<string>()): Call {
  return async (method, path, body, headers = {}) => {
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as NonNullable<RequestInit['body']> }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    const answer = { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    return response.status < 400 ? answer : refusalOf(answer, `${method} ${path}`, unread)
  }
}

let refusals = 0

function refusalOf({ status, headers, body }: Answer, request: string, unread: Set<string>): Answer {
  const words = `${++refusals}: ${request} was answered ${status} ${JSON.stringify(body)}`
  unread.add(words)
  return {
    get status() {
      unread.delete(words)
      return status
    },
    headers,
    get body() {
      if (unread.has(words)) throw new Error(`${words}. Check the status of an answer before its body.`)
      return body
    },
  }
}
