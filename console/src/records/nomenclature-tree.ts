import type { Case, Directory } from './record-queries.ts'

/** A row of the nomenclature: an office, a section or a case, with its depth. */
export type TreeRow =
  | { readonly kind: 'directory'; readonly depth: number; readonly directory: Directory; readonly cases: number }
  | { readonly kind: 'case'; readonly depth: number; readonly case: Case }

const byCode = new Intl.Collator(undefined, { numeric: true })

/**
 * Returns the rows of the tree from top to bottom. Without a text, the contents of the directories in `closed` are
 * left out. With a text, only the cases whose index or name contains the text remain, with their directories.
 */
export function treeRows(
  { directories, cases }: { directories: readonly Directory[]; cases: readonly Case[] },
  { closed, text }: { closed: ReadonlySet<string>; text: string },
): readonly TreeRow[] {
  const wanted = text.toLowerCase()
  const matching = cases.filter(({ index, name }) => `${index ?? ''} ${name}`.toLowerCase().includes(wanted))
  const known = new Set(directories.map(({ id }) => id))
  const rowsBelow = (parent: string | null, depth: number): readonly TreeRow[] => [
    ...directories
      .filter(({ directoryId }) => (known.has(directoryId ?? '') ? directoryId : null) === parent)
      .sort((a, b) => byCode.compare(`${a.code ?? ''} ${a.name}`, `${b.code ?? ''} ${b.name}`))
      .flatMap((directory) => directoryRows(directory, depth)),
    ...matching
      .filter(({ directoryId }) => directoryId === parent)
      .sort((a, b) => byCode.compare(`${a.index ?? ''} ${a.name}`, `${b.index ?? ''} ${b.name}`))
      .map((each) => ({ kind: 'case' as const, depth, case: each })),
  ]
  const directoryRows = (directory: Directory, depth: number): readonly TreeRow[] => {
    const inner = rowsBelow(directory.id, depth + 1)
    const count = matching.filter(({ directoryId }) => directoryId === directory.id).length
    const within = count + inner.reduce((sum, row) => sum + (row.kind === 'directory' ? row.cases : 0), 0)
    if (text !== '' && within === 0) return []
    const row = { kind: 'directory' as const, depth, directory, cases: count }
    return closed.has(directory.id) && text === '' ? [row] : [row, ...inner]
  }
  return rowsBelow(null, 0)
}

/** Years of the cases, newest first. */
export const yearsOf = (cases: readonly Case[]): readonly number[] =>
  [...new Set(cases.map(({ year }) => year))].sort((a, b) => b - a)
