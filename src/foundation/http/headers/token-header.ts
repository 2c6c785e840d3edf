import type { IncomingHttpHeaders } from 'node:http'
import { twoTokens } from '../errors.ts'

/**
 * Returns the token from any of the three forms that clients send: `Authorization: Bearer t`, `Authorization: t`,
 * `X-Token: t`. Throws when a request has two different tokens, because the intended one is unknown.
 */
export function readToken(headers: IncomingHttpHeaders): string | undefined {
  const authorization = headers.authorization?.replace(/^bearer(?:\s+|$)/i, '').trim()
  const own = headers['x-token']
  const token = (Array.isArray(own) ? own.join(',') : own)?.trim()
  if (authorization && token && authorization !== token) throw twoTokens('two different tokens were sent; send one')
  return authorization || token || undefined
}
