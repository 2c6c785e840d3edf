import { isUuid } from '../../foundation/kit/ids.ts'
import { signToken, verifyToken } from './signed-token.ts'

/** The claims of a download link. */
export interface LinkClaims {
  readonly kind: 'file' | 'upload'
  readonly id: string
  readonly version: number
  readonly userId: string
  readonly name: string
  /** Whether a browser shows the file instead of saving it. */
  readonly inline: boolean
  /** The expiry in whole seconds since 1970. */
  readonly untilS: number
}

/**
 * Returns a token with the claims and a signature. The name is signed too but is part of the URL instead of the token.
 */
export function signDownloadToken(key: Buffer, claims: LinkClaims): string {
  const { kind, id, version, userId, inline, untilS } = claims
  return signToken(key, 'GET', [kind, id, version, userId, inline ? 1 : 0, untilS], claims.name)
}

/** Returns the claims of a token; undefined when the token was changed or has expired. */
export function verifyDownloadToken(key: Buffer, token: string, name: string, nowMs: number): LinkClaims | undefined {
  const [kind, id, version, userId, inline, untilS] = verifyToken(key, 'GET', token, name) ?? []
  if ((kind !== 'file' && kind !== 'upload') || !isUuid(id) || !isUuid(userId)) return undefined
  if (Number(untilS) * 1000 <= nowMs) return undefined
  return { kind, id, version: Number(version), userId, name, inline: inline === '1', untilS: Number(untilS) }
}
