import type { Field } from '../../fields/field-type.ts'
import { typeOf } from '../../fields/field-types.ts'

type Row = Readonly<Record<string, unknown>>

/** Average widths of a character of a title and of a value, in pixels, and the padding of a cell. */
const titleCharacter = 7.3
const valueCharacter = 7.5
const padding = 20
/** Maximum width of a cell; see `data-table.module.css`. */
const maxWidth = 300

/** Returns about how many pixels wide the column of a field is when a list shows these rows. */
export function estimatedWidth(field: Field, rows: readonly Row[]): number {
  const longest = Math.max(0, ...rows.map((row) => lengthOf(field, row[field.code])))
  const value =
    longest === 0 ? 0 : Math.min(maxWidth, longest * valueCharacter + padding + (typeOf(field).framePx ?? 0))
  return Math.max(field.view.name.length * titleCharacter + padding, value)
}

/** Returns the approximate number of characters with which a list shows a value. */
function lengthOf(field: Field, value: unknown): number {
  if (value === null || value === undefined) return 0
  const texts = [value].flat().map((each) => textOf(field, each))
  return (typeOf(field).shownLength ?? 0) * texts.length || texts.join(', ').length
}

function textOf({ data }: Field, value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  // The id of a reference to an element of any application is not shown.
  const { id: _id, ...shown } = value as Row
  const { __name, code, name, status } = shown
  const named = data.statuses?.find(({ id }) => id === status) ?? data.enumItems?.find((item) => item.code === code)
  return String(__name ?? named?.name ?? name ?? Object.values(shown).join(' '))
}
