import type { Context } from './api/operation.ts'
import { crossSite, notAllowed, notSignedIn } from './http/errors.ts'
import type { Arrival, Gate } from './http/handler.ts'
import type { Operation } from './http/operation.ts'
import { originOf } from './http/same-site.ts'
import { readSessionCookie } from './http/session-cookie.ts'
import { readToken } from './http/token-header.ts'
import type { PlatformError } from './kit/errors.ts'
import { nilId } from './kit/ids.ts'
import { type Caller, type Identity, type People, systemCaller } from './people/index.ts'

/** Where a browser that has signed in is let in. Never `/pub/v1`: a page of another site could have it write there. */
const cookieCounts = /^\/api\/v1\//
/** No form of a page can send these by itself. */
const safeTypes = /^application\/(json|zip)\s*(;|$)/i

/** Who calls, and may they use this operation at all? A token wins over a cookie, also one that is not valid. */
export function gateOf(people: People, context: Omit<Context, 'caller'>): Gate<Context> {
  const nobody: Identity = { ...systemCaller(nilId), administrator: false }

  return async (operation, arrival) => {
    const { name, right, path } = operation
    const callerOf = (who: Identity): Caller => ({ ...who, operation: name, requestId: arrival.id })
    const refuse = (who: Identity, refusal: PlatformError | undefined): void => {
      if (refusal === undefined) return
      context.audit.noteRefusal(callerOf(who), { code: refusal.code, path: arrival.path })
      throw refusal
    }
    if (right === 'anyone') {
      if (cookieCounts.test(path)) refuse(nobody, fromElsewhere(arrival))
      return { ...context, caller: callerOf(nobody) }
    }
    const { who, isBySession } = await identify(operation, arrival)
    if (isBySession && arrival.method !== 'GET') refuse(who, forged(arrival))
    if (right === 'administrator' && !who.administrator) refuse(who, notAllowed('only administrators may do this'))
    return { ...context, caller: callerOf(who) }
  }

  async function identify({ path }: Operation<Context>, arrival: Arrival) {
    const token = readToken(arrival.headers)
    const secret = token === undefined && cookieCounts.test(path) ? readSessionCookie(arrival.headers) : undefined
    if (secret !== undefined) {
      const who = await people.sessions.identify(secret)
      if (who === undefined) throw notSignedIn('this session has ended; sign in again, or send a token')
      return { who, isBySession: true }
    }
    const who = token === undefined ? undefined : await people.tokens.identify(token)
    if (who !== undefined) return { who, isBySession: false }
    throw notSignedIn(token === undefined ? 'send a token: Authorization: Bearer …' : 'this token is not valid')
  }

  /** A cookie comes along whoever made the browser send the request, so a change has to show that it was our page. */
  function forged({ headers }: Arrival): PlatformError | undefined {
    if (!safeTypes.test(headers['content-type'] ?? ''))
      return crossSite('with a session, send content-type: application/json')
    if (originOf(headers, context.baseUrl) !== 'here')
      return crossSite('with a session, changes are taken from pages of this server only')
    return undefined
  }

  /** Signing in is for pages of this server and for programs: elsewhere somebody could be signed in as another. */
  function fromElsewhere({ headers, method }: Arrival): PlatformError | undefined {
    if (method === 'GET' || originOf(headers, context.baseUrl) !== 'elsewhere') return undefined
    return crossSite('this is for pages of this server only')
  }
}
