import { isUuid } from '../../kit/ids.ts'
import { seal, unseal } from './seal.ts'

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
  return seal(key, 'GET', [kind, id, version, userId, inline ? 1 : 0, untilS], claims.name)
}

/** Undefined for anything that is not exactly what was sealed, and when its time is over. */
export function openLink(key: Buffer, token: string, name: string, nowMs: number): LinkClaims | undefined {
  const [kind, id, version, userId, inline, untilS] = unseal(key, 'GET', token, name) ?? []
  if ((kind !== 'file' && kind !== 'upload') || !isUuid(id) || !isUuid(userId)) return undefined
  if (Number(untilS) * 1000 <= nowMs) return undefined
  return { kind, id, version: Number(version), userId, name, inline: inline === '1', untilS: Number(untilS) }
}
