import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../src/foundation/config/index.ts'
import type { Database } from '../src/foundation/db/database.ts'
import { openDatabase } from '../src/foundation/db/open.ts'
import { systemCaller } from '../src/people/index.ts'
import { type Platform, type StartOptions, startPlatform } from '../src/platform/index.ts'
import { type OpenPlace, openCopy, type TestPlace, testPlace } from './database.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Body = any

/**
 * The answer to a request. A test whose set-up was refused may pass without testing anything, so refusals must not go
 * unnoticed: reading a result from the body of a refusal throws an error, and a test file fails if it looks at neither
 * the status nor the body of a refusal.
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
  /** Throws when no test has looked at the status or the body of a refusal. */
  assertRefusalsSeen(): void
}

/** Low costs of hashing a password, because tests of sign-ins would otherwise take a minute. */
const cheapPassword = { ln: 10, r: 8, p: 1 }

export const adminToken = 'test-token-of-the-administrator'

/** The small test solution `office`: counterparties, contracts and letters. The sample is `solutions/office`. */
export const officeFolder = fileURLToPath(new URL('solutions/office', import.meta.url))

/** What a test server contains at its start. */
type Content = (platform: Platform) => Promise<void>

const nothing: Content = async () => {}
const office: Content = async ({ context }) => {
  const userId = await context.people.administrator()
  await context.apps.solutions.applyFolder(systemCaller(userId), officeFolder)
}

type OwnOptions = Pick<StartOptions, 'kinds' | 'consoleFolder' | 'prepare' | 'clock'>

/**
 * Starts a server on a free port with a new database and the solution of `officeFolder`: `await using office = await
 * startTestPlatform()`.
 */
export function startTestPlatform(
  settings: Record<string, string> = {},
  options: Pick<OwnOptions, 'consoleFolder'> = {},
): Promise<TestPlatform> {
  return startOnCopy(office, settings, options)
}

export interface PlatformOptions extends OwnOptions {
  /** Runs on the migrated database before the server starts. */
  readonly prepareDatabase?: (database: Database) => Promise<void>
}

/** Starts a server like `startTestPlatform`, but without a solution. */
export async function startEmptyPlatform(
  settings: Record<string, string> = {},
  { prepareDatabase, ...options }: PlatformOptions = {},
): Promise<TestPlatform> {
  if (prepareDatabase === undefined) return startOnCopy(nothing, settings, options)
  const place = await testPlace()
  const { databaseUrl: url, dataDir } = place
  const database = await openDatabase({ url, dataDir, log: () => {} })
  await prepareDatabase(database)
  await database.close()
  return startOn(place, settings, options)
}

/** Fills a place with the content. A shared process does this once for each content. */
const filled = new Map<Content, (place: TestPlace) => Promise<void>>(
  [nothing, office].map((content) => [
    content,
    async (place) => {
      const started = await startOn(place, {})
      await content(started.platform)
      await started.platform.close()
    },
  ]),
)

async function startOnCopy(
  content: Content,
  settings: Record<string, string>,
  options: OwnOptions = {},
): Promise<TestPlatform> {
  const copy = await openCopy(filled.get(content)!)
  const started = await startOn(copy ?? (await testPlace()), settings, options)
  if (copy === undefined) await content(started.platform)
  return started
}

async function startOn(
  place: TestPlace & Partial<OpenPlace>,
  settings: Record<string, string>,
  options: OwnOptions = {},
): Promise<TestPlatform> {
  const config = readConfig(
    {},
    {
      PORT: '0',
      DATA_DIR: place.dataDir,
      ADMIN_TOKEN: adminToken,
      LOG_LEVEL: 'error',
      // The settings of an object store, when the tests are repeated with one.
      ...JSON.parse(process.env.TEST_OBJECT_STORE ?? '{}'),
      ...settings,
    },
  )
  const platform = await startPlatform(
    { ...config, databaseUrl: place.databaseUrl },
    { checkAnswers: true, passwordCost: cheapPassword, ...(place.opening && { opening: place.opening }), ...options },
  )
  const unread = new Set<string>()
  const as = (token: string) => callAs(platform.url, token, unread)
  const assertRefusalsSeen = (): void => {
    const first = [...unread].slice(0, 10)
    unread.clear()
    assert.deepEqual(first, [], 'no test has looked at these answers')
  }
  return {
    platform,
    url: platform.url,
    dataDir: place.dataDir,
    call: as(adminToken),
    as,
    assertRefusalsSeen,
    async [Symbol.asyncDispose]() {
      await platform.close()
      await place.remove()
      assertRefusalsSeen()
    },
  }
}

/** Returns a Call that sends requests to `url`. A refusal stays in `unread` until a test looks at it. */
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
  const see = () => unread.delete(words)
  const isMissing = (key: string | symbol): boolean =>
    typeof key === 'string' && !(key in body) && key !== 'toJSON' && key !== 'then'
  const watched = new Proxy(typeof body === 'object' ? body : {}, {
    get(_body, key) {
      if (isMissing(key) && unread.has(words)) throw new Error(`there is no "${String(key)}" in the answer ${words}`)
      see()
      return body[key]
    },
    ownKeys(target) {
      see()
      return Reflect.ownKeys(target)
    },
  })
  return {
    get status() {
      see()
      return status
    },
    headers,
    get body() {
      if (typeof body === 'object') return watched
      see()
      return body
    },
  }
}
