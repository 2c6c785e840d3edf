import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'

export const segments = '/pub/v1/marketing/segment'
export const allSubscribers = '/pub/v1/marketing/subscriber'

/** Returns an e-mail address that no other test uses. */
export const freshEmail = (): string => `${newId()}@people.example`

/** Creates subscribers and returns their ids, in the order of the rows. */
export async function subscribersWith(call: Call, rows: readonly Body[]): Promise<string[]> {
  const answer = await call('PUT', '/api/v1/marketing/subscribers', { subscribers: rows })
  assertDone(answer)
  return answer.body.subscribers.map(({ id }: { id: string }) => id)
}

/** Creates `count` subscribers with consent and returns their ids. */
export const someSubscribers = (call: Call, count: number): Promise<string[]> =>
  subscribersWith(
    call,
    Array.from({ length: count }, () => ({ email: freshEmail(), consent: 'given' })),
  )

export async function staticSegment(call: Call, more: Body = {}): Promise<Body> {
  const answer = await call('PUT', segments, { name: 'a segment', ...more })
  assertDone(answer)
  return answer.body.segment
}

export async function dynamicSegment(call: Call, more: Body): Promise<string> {
  const answer = await call('POST', '/api/v1/marketing/segments', { name: 'a query', ...more })
  assertDone(answer)
  return answer.body.id
}

export async function category(call: Call): Promise<string> {
  const answer = await call('POST', '/api/v1/marketing/categories', { name: `category ${newId()}` })
  assertDone(answer)
  return answer.body.id
}

/** Returns the rows of a list. */
export async function listedRows(call: Call, path: string, body: Body = {}): Promise<Body[]> {
  const answer = await call('POST', path, { size: 1000, ...body })
  assertDone(answer)
  return answer.body.result.result
}

/** Returns the ids of a segment's subscribers, sorted. */
export async function members(call: Call, segment: string, body: Body = {}): Promise<string[]> {
  return (await listedRows(call, `${segments}/${segment}/subscribers`, body)).map(({ __id }) => __id).sort()
}
