import type { Tone } from '../../ui/status-chip.tsx'

/** A restore point in the list of restore points. */
export interface RestorePoint {
  readonly id: string
  readonly state: 'open' | 'used' | 'expired' | 'revoked'
  readonly instanceId: string
  readonly elementId: string
  readonly url: string | null
  readonly attempts: number
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly endedAt: string | null
  readonly input: Readonly<Record<string, unknown>>
  /** Variables that the activity declares for the answer. */
  readonly answer: readonly { readonly name?: string; readonly code?: string; readonly type?: string }[]
  readonly instance: { readonly name?: string } | null
}

export const restorePointStates: Readonly<Record<RestorePoint['state'], Tone>> = {
  open: 'info',
  used: 'good',
  expired: 'danger',
  revoked: 'neutral',
}
