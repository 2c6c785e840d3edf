import { judgeElement } from './judge-element.ts'
import { judgeLists } from './judge-lists.ts'
import { judgeOrder } from './judge-order.ts'
import { type Entry, nameOf } from './ledger.ts'
import type { Element, Observed } from './observe.ts'

/**
 * Returns a sentence for every contradiction between the stored data and the answers. Acknowledged writes must be
 * stored, refused writes must not be stored, writes in doubt may be stored once at most, and no write may be stored in
 * part.
 */
export function judge(entries: readonly Entry[], observed: Observed): string[] {
  const creates = entries.filter(({ action }) => action === 'create')
  const byName = new Map(creates.map((create) => [create.values.full_name, create]))
  const byElement = Map.groupBy(
    entries.filter(({ action }) => action !== 'create'),
    ({ id }) => id!,
  )
  const problems = [...judgeLists(observed), ...mistakes(entries)]
  const found = new Map<Entry, Element>()
  for (const element of observed.elements) {
    const create = byName.get(element.history[0]?.after.full_name ?? undefined)
    if (create === undefined) problems.push(`element ${element.id} was not created by any client`)
    else if (found.has(create)) problems.push(`${nameOf(create)} was applied twice`)
    else {
      found.set(create, element)
      const writes = byElement.get(element.id) ?? []
      problems.push(...judgeElement(create, writes, element), ...judgeOrder([create, ...writes], element.id))
    }
  }
  for (const create of creates) {
    if (create.outcome === 'acked' && found.get(create)?.id !== create.id) {
      problems.push(`lost create: ${nameOf(create)} was answered with ${create.id}`)
    }
  }
  return problems
}

/**
 * Returns a sentence for each answer with status 500, which always is a bug. Broken connections and answers with 503
 * are not reported, because a kill may cause them.
 */
function mistakes(entries: readonly Entry[]): string[] {
  const wrong = entries.filter(({ status }) => status === 500)
  return wrong.map((entry) => `${nameOf(entry)} was answered with 500`)
}
