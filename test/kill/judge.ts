import { judgeElement } from './judge-element.ts'
import { judgeLists } from './judge-lists.ts'
import { judgeOrder } from './judge-order.ts'
import { type Entry, nameOf } from './ledger.ts'
import type { Element, Observed } from './observe.ts'

/**
 * Every way in which what is there contradicts what was answered, a sentence each; empty when the promises are kept.
 * Acked writes are there, refused ones are not, those in doubt happened once or never, nothing is half there.
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
    if (create === undefined) problems.push(`element ${element.id} was created by no one`)
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

/** A cut or a 503 may happen while something is dead; a 500 is a mistake at any time. */
function mistakes(entries: readonly Entry[]): string[] {
  const wrong = entries.filter(({ status }) => status === 500)
  return wrong.map((entry) => `${nameOf(entry)} was answered with 500`)
}
