import type { Entry } from './ledger.ts'

/**
 * Checks that a request sent after an answer sees at least the revision of that answer. Revisions are a logical clock
 * of the element, so no search for a possible order is needed.
 */
export function judgeOrder(entries: readonly Entry[], id: string): string[] {
  const acked = entries.filter(({ outcome, rev }) => outcome === 'acked' && rev !== undefined)
  const bySending = acked.toSorted((a, b) => a.sentMs - b.sentMs)
  const byEnd = acked.toSorted((a, b) => a.endedMs - b.endedMs)
  const problems: string[] = []
  let newest = 0
  let ended = 0
  for (const { action, sentMs, rev } of bySending) {
    for (; byEnd[ended]!.endedMs < sentMs; ended++) newest = Math.max(newest, byEnd[ended]!.rev!)
    if (rev! < newest)
      problems.push(`${action} of ${id} was answered with revision ${rev} after revision ${newest} had been answered`)
  }
  return problems
}
