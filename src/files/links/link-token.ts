import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../../kit/ids.ts'

/** What a link is for. */
export interface LinkClaims {
  readonly kind: 'file' | 'upload'
  readonly id: string
  readonly version: number
  readonly userId: string
  readonly name: string
  /** To be shown in a page instead of saved. */
  readonly inline: boolean
  /** Whole seconds since 1970. */
  readonly untilS: number
}

/** The claims but for the name, which stands in the address beside it, and a signature of all and of the method. */
export function sealLink(key: Buffer, claims: LinkClaims): string {
  const { kind, id, version, userId, inline, untilS } = claims
  const text = Buffer.from([kind, id, version, userId, inline ? 1 : 0, untilS].join(' ')).toString('base64url')
  return `${text}.${signature(key, text, claims.name).toString('base64url')}`
}

/** Undefined for anything that is not exactly what was sealed, and when its time is over. */
export function openLink(key: Buffer, token: string, name: string, nowMs: number): LinkClaims | undefined {
  const [text = '', signed = '', ...more] = token.split('.')
  const expected = signature(key, text, name)
  const given = Buffer.from(signed, 'base64url')
  // Base64 has several texts for the same bytes; only the one that was made counts.
  const isExact = more.length === 0 && given.toString('base64url') === signed
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || !isExact) return undefined
  const [kind, id, version, userId, inline, untilS] = Buffer.from(text, 'base64url').toString().split(' ')
  if ((kind !== 'file' && kind !== 'upload') || !isUuid(id) || !isUuid(userId)) return undefined
  if (Number(untilS) * 1000 <= nowMs) return undefined
  return { kind, id, version: Number(version), userId, name, inline: inline === '1', untilS: Number(untilS) }
}

function signature(key: Buffer, text: string, name: string): Buffer {
  return createHmac('sha256', key).update(`GET\n${text}\n${name}`).digest()
}
