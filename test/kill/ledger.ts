export type Action = 'create' | 'update' | 'set-status' | 'get'

/**
 * `acked`: 200. `refused`: 4xx, so it must have had no effect. `in doubt`: cut off, timed out or 5xx; it may have
 * happened, but no more than once.
 */
export type Outcome = 'acked' | 'refused' | 'in doubt'

/** The fields that clients write. Values of writes are unique, so that each one names the write it came from. */
export type Values = Readonly<Record<string, string>>

/** One request: what was meant before it was sent, and what came of it. */
export interface Entry {
  readonly action: Action
  /** The element; of a create only once it is acked. */
  readonly id: string | undefined
  readonly values: Values
  /** The idempotency key, with which a write in doubt is sent again in the end. */
  readonly key?: string | undefined
  /** On one clock for all clients, in milliseconds. */
  readonly sentMs: number
  readonly endedMs: number
  readonly outcome: Outcome
  /** The revision that the answer names in its ETag. */
  readonly rev: number | undefined
  /** HTTP status; absent when no answer came. */
  readonly status?: number
}

export interface Ledger {
  /** Notes the intent; the entry is in doubt until it is settled. */
  intend(action: Action, id: string | undefined, values: Values, key?: string): Settle
  /** The writes of which nobody knows what became, and how to settle them after all. */
  inDoubt(): readonly { readonly entry: Entry; readonly settle: Settle }[]
  /** Everything so far, in the order of sending. */
  entries(): readonly Entry[]
}

export type Settle = (answer: Settled) => void
export type Settled = Partial<Pick<Entry, 'id' | 'rev' | 'status'>> & { readonly outcome: Outcome }

/** Kept in the process that kills, so it outlives every kill. */
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
