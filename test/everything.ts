import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { systemCaller } from '../src/people/index.ts'
import { type Answer, type Body, type Call, startTestPlatform, type TestPlatform } from './platform.ts'

/** Addresses of the applications of the test solution: things have a field of every type, parts are what they refer to. */
export const things = '/pub/v1/app/all/things'
export const parts = '/pub/v1/app/all/parts'

const folder = fileURLToPath(new URL('solutions/everything', import.meta.url))

export interface Everything extends TestPlatform {
  /** The administrator, as whom `call` acts. */
  readonly userId: string
}

/** A whole server with the sample solution and the one of `test/solutions/everything`. */
export async function startEverything(settings: Record<string, string> = {}): Promise<Everything> {
  const started = await startTestPlatform(settings)
  const userId = await started.platform.context.people.administrator()
  await started.platform.context.apps.solutions.applyFolder(systemCaller(userId), folder)
  return { ...started, userId }
}

/** Creates an element and gives it as it was answered. */
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

export async function listed(call: Call, list: string, body: unknown = {}): Promise<Listed> {
  const answer = await call('POST', list.endsWith('/list') ? list : `${list}/list`, body)
  assertDone(answer)
  return { items: answer.body.result.result, total: answer.body.result.total }
}

/** Titles (or names) of what a filter finds, in alphabetical order. */
export async function found(call: Call, application: string, filter: unknown, more: object = {}): Promise<string[]> {
  const { items, total } = await listed(call, application, { filter, size: 1000, ...more })
  assert.equal(total, items.length)
  return items.map((one) => one.title ?? one.__name).sort()
}

export function assertDone({ status, body }: Answer): void {
  assert.deepEqual([status, body.success, body.error], [200, true, ''], JSON.stringify(body))
}

export function item(answer: Answer): Body {
  assertDone(answer)
  return answer.body.item
}

/** A refusal has the envelope, a stable code, and a sentence that helps. */
export function assertRefused({ status, body }: Answer, expected: number, code: string, sentence: RegExp): void {
  assert.deepEqual([status, body.success, body.code], [expected, false, code], JSON.stringify(body))
  assert.match(body.error, sentence)
}

/** A new user with a token of their own. */
export async function aUser(started: TestPlatform, user: Body): Promise<{ id: string; call: Call }> {
  const created = await started.call('POST', '/api/v1/users', user)
  assertDone(created)
  const token = await started.call('POST', '/api/v1/tokens', { name: 'test', login: user.login })
  return { id: created.body.id, call: started.as(token.body.token) }
}
