import type { FieldType } from '../../field-type.ts'

type Row = Readonly<Record<string, unknown>>

export const tableType = {
  code: 'TABLE',
  definition: { word: 'table', standard: 'none' },
  filter: 'empty',
  isSortable: false,
  isLong: () => true,
  holdsRows: true,
} as const satisfies FieldType

/** Returns the rows of a table value, which is a list of rows or an object with the key `rows`. */
export function rowsOf(value: unknown): readonly Row[] {
  const rows = Array.isArray(value) ? value : (value as { rows?: unknown } | null)?.rows
  return Array.isArray(rows) ? rows : []
}
