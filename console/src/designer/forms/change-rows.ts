import { removed } from '../entries.ts'
import { type FieldRow, type FormRow, isSection } from './form-rows.ts'
import { endOfBlock, type Moved } from './move-row.ts'

/** Moves a field to the end of a section; to the end of the form, outside of sections, when `section` is undefined. */
export function intoSection(rows: readonly FormRow[], index: number, section: number | undefined): Moved {
  const row = rows[index] as FieldRow
  const others = removed(rows, index)
  const heading = section !== undefined && section > index ? section - 1 : section
  const to = heading === undefined ? others.length : endOfBlock(others, heading)
  return { rows: others.toSpliced(to, 0, { ...row, isInside: heading !== undefined }), index: to }
}

/** Removes a row. The fields of a removed section stay in the form, outside of sections. */
export function withoutRow(rows: readonly FormRow[], index: number): readonly FormRow[] {
  if (!isSection(rows[index])) return removed(rows, index)
  const end = endOfBlock(rows, index)
  return rows.flatMap((row, at) => {
    if (at === index) return []
    return at > index && at < end && !isSection(row) ? [{ ...row, isInside: false }] : [row]
  })
}

/** Adds a field at the end of the form, in the last section if the form ends with one. */
export function withField(rows: readonly FormRow[], code: string): readonly FormRow[] {
  const last = rows.at(-1)
  const isInside = last !== undefined && (isSection(last) || last.isInside)
  return [...rows, { code, readonly: false, required: false, isInside }]
}
