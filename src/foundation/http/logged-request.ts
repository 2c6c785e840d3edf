import type { FastifyRequest } from 'fastify'

/** What the log says about every request. */
export interface LoggedRequest extends RequestFacts {
  readonly requestId: string
  /** Identifier that the client sent as `X-Request-Id`. */
  readonly clientRequestId?: string
  readonly method: string
  /** Path without the query. For an operation without a token, its template, since the path may hold a secret. */
  readonly path: string
  /** Address of the client. */
  readonly address: string
}

/** Facts that the steps of a request find out. */
export interface RequestFacts {
  /** Identifier of the user who calls; absent for a request without a user. */
  userId?: string
  /** Code of the error with which the request was refused. */
  code?: string
}

/** The data about a route's operation that hooks of all routes use. */
export interface RouteConfig {
  readonly operation?: string
  /** Path for the log, if it must not show the path of a request. */
  readonly shownPath?: string
}

/** Number of characters of a client's request id that the log keeps. */
const maxIdChars = 100
const maxPathChars = 200

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until `factsOf` is called. */
    facts: RequestFacts | null
  }
}

/** Returns the facts about a request, to be completed. */
export function factsOf(request: FastifyRequest): RequestFacts {
  request.facts ??= {}
  return request.facts
}

/** Returns what the log says about a request. */
export function loggedRequest(request: FastifyRequest): LoggedRequest {
  const { id: requestId, method, url, ip: address, headers } = request
  const { shownPath } = (request.routeOptions.config ?? {}) as RouteConfig
  const path = shownPath ?? shortPath(url.split('?', 1)[0]!)
  const clientRequestId = headers['x-request-id']
  const sent = typeof clientRequestId === 'string' && { clientRequestId: clientRequestId.slice(0, maxIdChars) }
  return { requestId, ...sent, method, path, address, ...factsOf(request) }
}

/** Cuts off the end of a long path. */
export const shortPath = (path: string): string =>
  path.length > maxPathChars ? `${path.slice(0, maxPathChars)}…` : path
