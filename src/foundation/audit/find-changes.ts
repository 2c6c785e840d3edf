import type { Reader } from '../db/database.ts'
import { type FoundRow, foundRows } from './sealed-rows.store.ts'
import { marksOf, type Seal } from './seals.store.ts'

export interface RowChange {
  readonly object: string | null
  readonly sentence: string
}

const markBytes = 8
const maxNamed = 20

/** Compares the rows of a seal with the marks kept at sealing. Returns the rows that were changed, added or removed. */
export async function findChanges(reader: Reader, seal: Seal): Promise<RowChange[]> {
  const sealed = split(await marksOf(reader, seal.no))
  const found = await foundRows(reader, seal.fromTurn, seal.toTurn)
  const [known, present] = [new Set(sealed), new Map(found.map((row) => [row.mark, row]))]
  const strange = found.filter(({ mark }) => !known.has(mark))
  const gone = sealed.filter((mark) => !present.has(mark))
  const changes = strange.slice(0, maxNamed).map((row): RowChange => {
    const what = strange.length <= gone.length ? 'changed' : gone.length === 0 ? 'added' : 'changed or added'
    return { object: row.object, sentence: `${nameOfRow(row)} was ${what} after it was sealed` }
  })
  if (strange.length > maxNamed) {
    changes.push({ object: null, sentence: `${strange.length - maxNamed} more rows were changed or added` })
  }
  if (gone.length <= strange.length) return changes
  return [...changes, removal(sealed, gone, present, strange.length)]
}

export function nameOfRow({ kind, object, rev }: Pick<FoundRow, 'kind' | 'object' | 'rev'>): string {
  if (kind === 'entry') return `the row of ${object}`
  return kind === 'proof' ? `the proof of revision ${rev} of ${object}` : `revision ${rev} of ${object}`
}

/** Describes removed rows by the row before or after them, because only their place in the order is known. */
function removal(
  sealed: readonly string[],
  gone: readonly string[],
  present: ReadonlyMap<string, FoundRow>,
  changed: number,
): RowChange {
  const count = gone.length - changed
  const removed = `${count} ${count === 1 ? 'row was' : 'rows were'} removed`
  if (changed > 0) return { object: null, sentence: removed }
  const at = sealed.indexOf(gone[0]!)
  const before = present.get(sealed[at - 1] ?? '')
  if (before !== undefined) return { object: null, sentence: `${removed}, behind ${nameOfRow(before)}` }
  const after = sealed.slice(at).flatMap((mark) => present.get(mark) ?? [])[0]
  const place = after === undefined ? ', with all of this seal' : `, before ${nameOfRow(after)}`
  return { object: null, sentence: `${removed}${place}` }
}

function split(marks: Buffer): string[] {
  const count = Math.floor(marks.length / markBytes)
  return Array.from({ length: count }, (_, place) => marks.toString('hex', place * markBytes, (place + 1) * markBytes))
}
