import { removed, replaced } from '../entries.ts'
import { type FieldRow, type FormRow, isSection } from './form-rows.ts'

/** Rows after a move, and the index at which the moved row is now. */
export interface Moved {
  readonly rows: readonly FormRow[]
  readonly index: number
}

/**
 * Moves a row one step up or down. A field at the end of its section moves out of the section and stands below it; one
 * more step moves the field past its neighbour or into the next section. A section moves together with its fields.
 */
export function movedRow(rows: readonly FormRow[], index: number, step: 1 | -1): Moved {
  const row = rows[index]!
  if (isSection(row)) return movedSection(rows, index, step)
  return step === 1 ? movedDown(rows, index, row) : movedUp(rows, index, row)
}

function movedDown(rows: readonly FormRow[], index: number, row: FieldRow): Moved {
  const next = rows[index + 1]
  const leaves = row.isInside && (next === undefined || isSection(next) || !next.isInside)
  if (leaves) return { rows: replaced(rows, index, { ...row, isInside: false }), index }
  if (next === undefined) return { rows, index }
  return swapped(rows, index, index + 1, { ...row, isInside: isSection(next) || next.isInside })
}

function movedUp(rows: readonly FormRow[], index: number, row: FieldRow): Moved {
  const previous = rows[index - 1]
  if (previous === undefined) return { rows, index }
  const enters = !row.isInside && (isSection(previous) || previous.isInside)
  if (enters) return { rows: replaced(rows, index, { ...row, isInside: true }), index }
  return swapped(rows, index, index - 1, { ...row, isInside: !isSection(previous) && previous.isInside })
}

const swapped = (rows: readonly FormRow[], from: number, to: number, row: FormRow): Moved => ({
  rows: removed(rows, from).toSpliced(to, 0, row),
  index: to,
})

function movedSection(rows: readonly FormRow[], index: number, step: 1 | -1): Moved {
  const end = endOfBlock(rows, index)
  const block = rows.slice(index, end)
  if (step === -1) {
    if (index === 0) return { rows, index }
    const start = startOfBlock(rows, index - 1)
    return { rows: [...rows.slice(0, start), ...block, ...rows.slice(start, index), ...rows.slice(end)], index: start }
  }
  if (end === rows.length) return { rows, index }
  const next = endOfBlock(rows, end)
  const passed = rows.slice(end, next)
  return {
    rows: [...rows.slice(0, index), ...passed, ...block, ...rows.slice(next)],
    index: index + passed.length,
  }
}

/** Returns the index after a section and its fields, or after a field outside of sections. */
export function endOfBlock(rows: readonly FormRow[], start: number): number {
  const length = rows.slice(start + 1).findIndex((row) => isSection(row) || !row.isInside)
  if (!isSection(rows[start])) return start + 1
  return length === -1 ? rows.length : start + 1 + length
}

/** Returns the index of the section that contains a field; the index itself for any other row. */
export function startOfBlock(rows: readonly FormRow[], index: number): number {
  const row = rows[index]
  return row !== undefined && !isSection(row) && row.isInside
    ? rows.findLastIndex((each, at) => at < index && isSection(each))
    : index
}
