export type Action = 'create' | 'update' | 'set-status' | 'get'

/**
 * Outcome of a request. `acked`: 200. `refused`: 4xx; the request must have had no effect. `in doubt`: interrupted,
 * timed out or 5xx; the request may have had its effect once.
 */
export type Outcome = 'acked' | 'refused' | 'in doubt'

/** The fields that a client writes. Values are unique, so that each one identifies its write. */
export type Values = Readonly<Record<string, string>>

/** One request: its intent, noted before it is sent, and its outcome. */
export interface Entry {
  readonly action: Action
  /** Id of the element; for a create only after it is acknowledged. */
  readonly id: string | undefined
  readonly values: Values
  /** Idempotency key, with which a write in doubt is repeated in the end. */
  readonly key?: string | undefined
  /** Times of sending and ending in milliseconds, on one clock for all clients. */
  readonly sentMs: number
  readonly endedMs: number
  readonly outcome: Outcome
  /** Revision in the answer's ETag. */
  readonly rev: number | undefined
  /** HTTP status; absent when no answer came. */
  readonly status?: number
}

export interface Ledger {
  /** Records a request before it is sent. The entry is in doubt until the returned function settles it. */
  intend(action: Action, id: string | undefined, values: Values, key?: string): Settle
  /** Returns the writes in doubt, with functions that settle them later. */
  inDoubt(): readonly { readonly entry: Entry; readonly settle: Settle }[]
  /** Returns all entries so far, in the order of sending. */
  entries(): readonly Entry[]
}

type Settle = (answer: Settled) => void
type Settled = Partial<Pick<Entry, 'id' | 'rev' | 'status'>> & { readonly outcome: Outcome }

/** Creates the ledger in the process that kills the server, so that it survives every kill. */
export function createLedger(nowMs: () => number = () => performance.now()): Ledger {
  const entries: Entry[] = []
  const settleAt = (at: number, intent: Omit<Entry, 'endedMs' | 'outcome' | 'rev'>): Settle => {
    return (answer) => {
      entries[at] = { ...intent, rev: undefined, ...answer, endedMs: nowMs() }
    }
  }
  return {
    intend(action, id, values, key) {
      const sentMs = nowMs()
      const at = entries.length
      const intent = { action, id, values, key, sentMs }
      entries.push({ ...intent, endedMs: Number.POSITIVE_INFINITY, outcome: 'in doubt', rev: undefined })
      return settleAt(at, intent)
    },
    inDoubt: () =>
      entries.flatMap((entry, at) => {
        if (entry.outcome !== 'in doubt' || entry.action === 'get') return []
        const { endedMs: _ended, outcome: _outcome, status: _status, ...intent } = entry
        return [{ entry, settle: settleAt(at, intent) }]
      }),
    entries: () => entries,
  }
}

export function countOutcomes(entries: readonly Entry[]): Record<Outcome, number> {
  const counts = { acked: 0, refused: 0, 'in doubt': 0 }
  for (const { action, outcome } of entries) if (action !== 'get') counts[outcome]++
  return counts
}

export function nameOf({ action, values }: Entry): string {
  return `${action} ${JSON.stringify(values)}`
}
