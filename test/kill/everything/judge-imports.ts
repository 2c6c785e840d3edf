import type { Outcome } from '../ledger.ts'

/** The rows of one import that are stored. */
export interface StoredRun {
  readonly run: string
  /** Number of elements; `lines` is the number of different lines among them, `last` the greatest line. */
  readonly elements: number
  readonly lines: number
  readonly last: number
}

/** Returns a sentence for each import with a line that is missing or stored twice, and for each unknown import. */
export function judgeRuns(runs: ReadonlyMap<string, Outcome>, rows: number, stored: readonly StoredRun[]): string[] {
  const byRun = new Map(stored.map((one) => [one.run, one]))
  const wrong = [...runs].flatMap(([run, outcome]) => {
    const { elements = 0, lines = 0, last = 0 } = byRun.get(run) ?? {}
    const expected = outcome === 'acked' ? rows : 0
    if (elements === expected && lines === expected && last === expected) return []
    return [
      `the import of ${run}, which is ${outcome}, has stored ${lines} lines up to ${last} in ${elements} elements`,
    ]
  })
  const unknown = stored.filter(({ run }) => !runs.has(run))
  return [...wrong, ...unknown.map(({ run }) => `the import of ${run} was never requested`)]
}
