import type { ElementMark, Marks } from './marks.ts'
import type { Facts, Model } from './model.ts'

/** One fact about an element that two versions state differently; null where a version says nothing. */
interface FactChange {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** An element or flow that differs between two versions. */
export interface Change {
  readonly id: string
  readonly name: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly isFlow: boolean
  readonly facts: readonly FactChange[]
}

interface Part {
  readonly id: string
  readonly name: string
  readonly facts: Facts
}

/** Returns the changed elements, then the changed flows: removed and changed ones in the old order, then added ones. */
export const difference = (before: Model, after: Model): readonly Change[] => [
  ...changes(before.elements, after.elements, false),
  ...changes(before.flows, after.flows, true),
]

function changes(before: readonly Part[], after: readonly Part[], isFlow: boolean): Change[] {
  const [old, present] = [byId(before), byId(after)]
  const kept = before.flatMap((part): Change[] => {
    const now = present.get(part.id)
    if (now === undefined) return [{ ...named(part), kind: 'removed', isFlow, facts: [] }]
    const facts = factChanges(part.facts, now.facts)
    return facts.length > 0 ? [{ ...named(now), kind: 'changed', isFlow, facts }] : []
  })
  const added = after.filter(({ id }) => !old.has(id))
  return [...kept, ...added.map((part): Change => ({ ...named(part), kind: 'added', isFlow, facts: [] }))]
}

const byId = (parts: readonly Part[]): ReadonlyMap<string, Part> => new Map(parts.map((part) => [part.id, part]))
const named = ({ id, name }: Part) => ({ id, name: name || id })

const factChanges = (before: Facts, after: Facts): FactChange[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter((fact) => fact.before !== fact.after)

/** Returns the marks for one of the two diagrams of a difference. `words` has the names of the kinds of changes. */
export function differenceMarks(changed: readonly Change[], words: Readonly<Record<Change['kind'], string>>): Marks {
  const signs = { added: '+', removed: '−', changed: '≠' } as const
  const marks = changed.map(({ id, kind, isFlow }): [string, ElementMark] => [
    id,
    { tone: kind, badges: isFlow ? [] : [{ tone: kind, text: signs[kind], title: words[kind] }] },
  ])
  return { elements: new Map(marks), taken: new Set() }
}
