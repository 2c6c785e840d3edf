import assert from 'node:assert/strict'
import { assertDone } from '../../../../../test/everything.ts'
import type { Body, Call } from '../../../../../test/platform.ts'

export const groups = '/pub/v1/scheme/groups'
export const inGlobal = '/pub/v1/scheme/namespaces/global/groups'
export const orgItems = '/api/v1/org-items'
export const administrators = '36049a69-abef-5153-a561-401fa57d4ede'
export const allUsers = 'f44cd2fb-1049-5b51-9a53-26f325ba9360'
export const nobody = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'

/** Creates a group with these members and returns its id. */
export async function aGroup(
  call: Call,
  name: string,
  items: readonly string[] = [],
  more: object = {},
): Promise<string> {
  const answer = await call('POST', inGlobal, { __name: name, ...more })
  assertDone(answer)
  const { __id } = answer.body.group
  if (items.length > 0) assertDone(await call('POST', `${groups}/${__id}/add-items`, items))
  return __id
}

export async function anItem(call: Call, kind: string, name: string, more: object = {}): Promise<string> {
  const answer = await call('POST', orgItems, { kind, name, ...more })
  assertDone(answer)
  return answer.body.id
}

/** Returns the rows of a list and asserts that `total` is their number. */
export async function rows(call: Call, path: string): Promise<Body[]> {
  const answer = await call('GET', path)
  assertDone(answer)
  assert.equal(answer.body.result.total, answer.body.result.result.length)
  return answer.body.result.result
}

export async function names(call: Call, path: string): Promise<string[]> {
  return (await rows(call, path)).map((row) => row.login ?? row.__name).sort()
}
