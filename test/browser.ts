import { assertDone } from './everything.ts'
import type { Answer, Call, TestPlatform } from './platform.ts'

/** Headers that a browser sends with requests from Chancery's own pages. */
export const ownPage = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

/** A signed-in browser, whose `call` sends its cookie and the headers of a page of this server. */
export interface Browser {
  readonly cookie: string
  readonly call: Call
}

export function signIn(started: TestPlatform, login: string, password: string): Promise<Answer> {
  return started.as('')('POST', '/api/v1/sign-in', { login, password }, ownPage)
}

export async function browserOf(started: TestPlatform, login: string, password: string): Promise<Browser> {
  const answer = await signIn(started, login, password)
  assertDone(answer)
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  const call: Call = (method, path, body, headers = ownPage) =>
    started.as('')(method, path, body, { cookie, ...headers })
  return { cookie, call }
}
