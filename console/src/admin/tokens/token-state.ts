import type { Operations } from '../../api/operations.ts'
import type { Tone } from '../../ui/status-chip.tsx'

export type Token = Operations['listTokens']['result']['result']['result'][number]
export type TokenState = 'valid' | 'expired' | 'revoked'

export const tokenTones: Readonly<Record<TokenState, Tone>> = { valid: 'good', expired: 'warn', revoked: 'neutral' }

/** Returns whether a token still works. */
export function stateOf({ revokedAt, expiresAt }: Token): TokenState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && new Date(expiresAt).getTime() <= Date.now() ? 'expired' : 'valid'
}
