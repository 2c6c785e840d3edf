import type { Observed } from './observe.ts'

/** Checks that the list is consistent: every element once, correct totals, no repeated unique keys. */
export function judgeLists({ elements, totals }: Observed): string[] {
  const live = elements.filter(({ values }) => values.__deletedAt === null)
  const problems: string[] = []
  if (totals.all !== elements.length) {
    problems.push(`wrong counter: the total is ${totals.all}, but the list has ${elements.length} elements`)
  }
  if (totals.live !== live.length) {
    problems.push(`wrong counter: the total of live elements is ${totals.live}, but the list has ${live.length}`)
  }
  for (const id of repeated(elements.map((element) => element.id))) problems.push(`element ${id} is in the list twice`)
  for (const taxId of repeated(live.map(({ values }) => values.tax_id).filter((text) => text !== null))) {
    problems.push(`unique key broken: several live elements have the tax_id ${taxId}`)
  }
  return problems
}

function repeated(texts: readonly (string | null | undefined)[]): Set<string> {
  const seen = new Set<unknown>()
  return new Set(texts.filter((text): text is string => text != null && seen.size === seen.add(text).size))
}
