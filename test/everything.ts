import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { systemCaller } from '../src/people/index.ts'
import { type Answer, type Body, type Call, startTestPlatform, type TestPlatform } from './platform.ts'

/**
 * Addresses of the applications of `test/solutions/everything`. Things have fields of many types and refer to parts.
 */
export const things = '/pub/v1/app/all/things'
export const parts = '/pub/v1/app/all/parts'

const folder = fileURLToPath(new URL('solutions/everything', import.meta.url))

export interface Everything extends TestPlatform {
  /** Id of the administrator, on whose behalf `call` acts. */
  readonly userId: string
}

/** Starts a server with the solutions `office` and `everything` of the tests. */
export async function startEverything(settings: Record<string, string> = {}): Promise<Everything> {
  const started = await startTestPlatform(settings)
  const userId = await started.platform.context.people.administrator()
  await started.platform.context.apps.solutions.applyFolder(systemCaller(userId), folder)
  return { ...started, userId }
}

/** Creates an element and returns the element of the answer. */
export async function made(call: Call, application: string, context: Body, more: object = {}): Promise<Body> {
  return item(await call('POST', `${application}/create`, { context, ...more }))
}

export async function changed(call: Call, application: string, id: string, context: Body): Promise<Body> {
  return item(await call('POST', `${application}/${id}/update`, { context }))
}

export interface Listed {
  readonly items: Body[]
  readonly total: number
}

/** Returns one page of a list, and the total. Fails when the request is refused. */
export async function listed(call: Call, list: string, body: unknown = {}): Promise<Listed> {
  const answer = await call('POST', list.endsWith('/list') ? list : `${list}/list`, body)
  assertDone(answer)
  return { items: answer.body.result.result, total: answer.body.result.total }
}

/** Returns the titles (or names) of the elements that a filter finds, in alphabetical order. */
export async function found(call: Call, application: string, filter: unknown, more: object = {}): Promise<string[]> {
  const { items, total } = await listed(call, application, { filter, size: 1000, ...more })
  assert.equal(total, items.length)
  return items.map((one) => one.title ?? one.__name).sort()
}

/** Asserts that a request has succeeded. */
export function assertDone({ status, body }: Answer): void {
  assert.deepEqual([status, body.success, body.error], [200, true, ''], JSON.stringify(body))
}

/** Asserts that a request has succeeded, and returns the element of its answer. */
export function item(answer: Answer): Body {
  assertDone(answer)
  return answer.body.item
}

/** Asserts a refusal: the envelope, a stable code and a helpful message. */
export function assertRefused({ status, body }: Answer, expected: number, code: string, sentence: RegExp): void {
  assert.deepEqual([status, body.success, body.code], [expected, false, code], JSON.stringify(body))
  assert.match(body.error, sentence)
}

/** Creates a user with a token. */
export async function aUser(started: TestPlatform, user: Body): Promise<{ id: string; call: Call }> {
  const created = await started.call('POST', '/api/v1/users', user)
  assertDone(created)
  const token = await started.call('POST', '/api/v1/tokens', { name: 'test', login: user.login })
  return { id: created.body.id, call: started.as(token.body.token) }
}
