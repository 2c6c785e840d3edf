import { crossSite, notAllowed, notSignedIn } from '../foundation/http/errors.ts'
import type { Authenticate, RequestHead } from '../foundation/http/handler.ts'
import { readToken } from '../foundation/http/headers/request-headers.ts'
import { originOf } from '../foundation/http/headers/same-site.ts'
import { readSessionCookie } from '../foundation/http/headers/session-cookie.ts'
import type { Operation } from '../foundation/http/operation.ts'
import type { PlatformError } from '../foundation/kit/errors.ts'
import { nilId } from '../foundation/kit/ids.ts'
import { type Caller, type Identity, type People, systemCaller } from '../people/index.ts'
import type { Context } from './operation.ts'

/**
 * The paths on which a session cookie is accepted. `/pub/v1` must not be among them, because there a page of another
 * site could make the browser send a write.
 */
const acceptsCookie = /^\/api\/v1\//
/** Content types that an HTML form cannot send. */
const nonFormTypes = /^application\/(json|xml|zip)\s*(;|$)/i

/**
 * Creates the function that identifies the caller of a request and checks whether the caller may use the operation at
 * all. A token takes precedence over a cookie, even if the token is invalid.
 */
export function createAuthenticate(people: People, context: Omit<Context, 'caller'>): Authenticate<Context> {
  const anonymous: Identity = { ...systemCaller(nilId), administrator: false }

  return async (operation, request) => {
    const { name, right, path } = operation
    const callerOf = (who: Identity): Caller => ({ ...who, operation: name, requestId: request.id })
    const refuse = (who: Identity, refusal: PlatformError | undefined): void => {
      if (refusal === undefined) return
      context.audit.noteRefusal(callerOf(who), { code: refusal.code, path: request.path })
      throw refusal
    }
    if (right === 'anyone') {
      if (acceptsCookie.test(path)) refuse(anonymous, crossSiteSignIn(request))
      return { ...context, caller: callerOf(anonymous) }
    }
    const { who, isBySession } = await identify(operation, request)
    if (isBySession && request.method !== 'GET') refuse(who, crossSiteWrite(request))
    if (right === 'administrator' && !who.administrator) refuse(who, notAllowed('only administrators may do this'))
    return { ...context, caller: callerOf(who) }
  }

  async function identify({ path }: Operation<Context>, request: RequestHead) {
    const token = readToken(request.headers)
    const secret = token === undefined && acceptsCookie.test(path) ? readSessionCookie(request.headers) : undefined
    if (secret !== undefined) {
      const who = await people.sessions.identify(secret)
      if (who === undefined) throw notSignedIn('this session has ended; sign in again, or send a token')
      return { who, isBySession: true }
    }
    const who = token === undefined ? undefined : await people.tokens.identify(token)
    if (who !== undefined) return { who, isBySession: false }
    throw notSignedIn(token === undefined ? 'send a token: Authorization: Bearer …' : 'this token is not valid')
  }

  /**
   * Returns the error for a change with a session cookie that may come from another site; undefined for a change from a
   * page of this server with a content type that an HTML form cannot send. The browser may send the cookie with
   * requests of other sites, so the other headers have to prove the origin.
   */
  function crossSiteWrite({ headers }: RequestHead): PlatformError | undefined {
    if (!nonFormTypes.test(headers['content-type'] ?? ''))
      return crossSite('requests with a session need content-type: application/json')
    if (originOf(headers, context.baseUrl) !== 'here')
      return crossSite('with a session, changes are accepted from pages of this server only')
    return undefined
  }

  /**
   * Returns the error for a request other than GET, such as a sign-in, from a page of another site; undefined for any
   * other request. Such a page could sign a person in as someone else.
   */
  function crossSiteSignIn({ headers, method }: RequestHead): PlatformError | undefined {
    if (method === 'GET' || originOf(headers, context.baseUrl) !== 'elsewhere') return undefined
    return crossSite('this operation accepts requests from pages of this server only')
  }
}
