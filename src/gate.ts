import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from './api/operation.ts'
import { crossSite, notAllowed, notSignedIn } from './http/errors.ts'
import type { Arrival, Gate } from './http/handler.ts'
import type { Operation } from './http/operation.ts'
import { originOf } from './http/same-site.ts'
import { readSessionCookie } from './http/session-cookie.ts'
import { readToken } from './http/token-header.ts'
import { type Identity, type People, systemCaller } from './people/index.ts'

/** Where a browser that has signed in is let in. Never `/pub/v1`: a page of another site could have it write there. */
const cookieCounts = /^\/api\/v1\//
/** No form of a page can send these by itself. */
const safeTypes = /^application\/(json|zip)\s*(;|$)/i

/** Who calls, and may they use this operation at all? A token wins over a cookie, also one that is not valid. */
export function gateOf(people: People, context: Omit<Context, 'caller'>): Gate<Context> {
  const nobody = { ...systemCaller(''), administrator: false }

  return async (operation, arrival) => {
    const { name, right, path } = operation
    if (right === 'anyone') {
      if (cookieCounts.test(path)) refuseElsewhere(arrival)
      return { ...context, caller: { ...nobody, operation: name, requestId: arrival.id } }
    }
    const caller = { ...(await identify(operation, arrival)), operation: name, requestId: arrival.id }
    if (right === 'administrator' && !caller.administrator) {
      const refused = notAllowed('only administrators may do this')
      context.audit.noteRefusal(caller, { code: refused.code, path: arrival.path })
      throw refused
    }
    return { ...context, caller }
  }

  async function identify({ path }: Operation<Context>, arrival: Arrival): Promise<Identity> {
    const token = readToken(arrival.headers)
    const secret = token === undefined && cookieCounts.test(path) ? readSessionCookie(arrival.headers) : undefined
    if (secret !== undefined) {
      const caller = await people.sessions.identify(secret)
      if (caller === undefined) throw notSignedIn('this session has ended; sign in again, or send a token')
      if (arrival.method !== 'GET') refuseForged(arrival)
      return caller
    }
    const caller = token === undefined ? undefined : await people.tokens.identify(token)
    if (caller !== undefined) return caller
    throw notSignedIn(token === undefined ? 'send a token: Authorization: Bearer …' : 'this token is not valid')
  }

  /** A cookie comes along whoever made the browser send the request, so a change has to show that it was our page. */
  function refuseForged({ headers }: Arrival): void {
    if (!safeTypes.test(headers['content-type'] ?? ''))
      throw crossSite('with a session, send content-type: application/json')
    if (originOf(headers, context.baseUrl) !== 'here')
      throw crossSite('with a session, changes are taken from pages of this server only')
  }

  /** Signing in is for pages of this server and for programs: elsewhere somebody could be signed in as another. */
  function refuseElsewhere({ headers, method }: { headers: IncomingHttpHeaders; method: string }): void {
    if (method !== 'GET' && originOf(headers, context.baseUrl) === 'elsewhere')
      throw crossSite('this is for pages of this server only')
  }
}
