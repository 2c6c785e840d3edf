import type { DeliveryState } from './webhook.ts'

/** The data of the event that a delivery stores. */
export interface DeliveryDetails {
  /** Time of the event. */
  readonly at: string
  /** The user who made the change. */
  readonly by: string
  /** Revision of the element after the change, as decimal text. */
  readonly rev?: string
  /** Codes of the changed fields. */
  readonly fields?: readonly string[]
  readonly file?: { readonly id: string; readonly version: number }
}

/** The stored data of one attempt. */
export interface AttemptNote {
  readonly at: string
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null
  /** Why the attempt failed; null after a success. */
  readonly problem: string | null
  readonly durationMs: number
}

/** A delivery as administrators see it. */
export interface DeliveryView {
  readonly id: string
  readonly event: string
  /** Path of the application; null for a test request. */
  readonly application: string | null
  readonly elementId: string | null
  readonly state: DeliveryState
  readonly attempts: number
  readonly status: number | null
  readonly problem: string | null
  readonly createdAt: string
  readonly nextAttemptAt: string | null
  readonly endedAt: string | null
  /** The beginnings of the body that was sent last, and of the response. */
  readonly request: string | null
  readonly response: string | null
  readonly log: readonly AttemptNote[]
}

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Pauses after the first failed attempt, the second, and so on: ten attempts within 76 hours. */
export const retryPausesMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

/** Time of uninterrupted failures, in ms, after which a webhook is switched off. */
export const failingForMs = 72 * hourMs
/** Time in ms without a failed attempt after which a new failure begins a new period of failures. */
export const maxFailureGapMs = 48 * hourMs
