import { definitionPath } from './address.ts'
import type { DefinitionRows } from './catalog.store.ts'
import type { Definitions, Deployed, DeployedSolution, StoredKind } from './stored-kind.ts'

/**
 * Compiles the rows of all kinds. Entries of `before` are passed to the kinds, which keep what has not changed.
 */
export function compileDefinitions(
  kinds: readonly StoredKind[],
  { solutions, definitions }: Pick<DefinitionRows, 'solutions' | 'definitions'>,
  before?: Definitions,
): Definitions {
  const entries = new Map(
    kinds.map((kind) => {
      const old = new Map(before?.of(kind).map((entry) => [definitionPath(entry), entry]))
      const compiled = (definitions[kind.word] ?? []).map((row) => kind.compile(row, old.get(definitionPath(row))))
      return [kind.word, Object.freeze(compiled) as readonly Deployed[]]
    }),
  )
  const frozen: readonly DeployedSolution[] = Object.freeze(solutions.map((solution) => Object.freeze(solution)))
  return Object.freeze({
    solutions: () => frozen,
    of: <Entry extends Deployed>({ word }: StoredKind<Entry>) => (entries.get(word) ?? []) as readonly Entry[],
  })
}
