import type { Field } from '../../fields/field-type.ts'
import { typeOf } from '../../fields/field-types.ts'
import { isEmpty } from '../../fields/is-empty.ts'
import { estimatedWidth } from './column-width.ts'

type Row = Readonly<Record<string, unknown>>

const candidateCount = 8
const chosenCount = 5
/**
 * The width of a list in a window of 1440 pixels, without the boxes for the selection, and the least width of a name.
 */
const listWidth = 1160
const nameWidth = 200

interface Schema {
  readonly fields: readonly Field[]
  readonly statuses: readonly unknown[]
  readonly params: { readonly nameTemplate?: string | null }
}

/**
 * Returns the codes of the own fields that can become columns by default: at most `candidateCount` fields with short
 * values that are not part of the name, in the order of the schema, but fields of types with `isLastColumn` last.
 */
export function candidateColumns({ fields, params }: Schema): readonly string[] {
  const inName = new Set((params.nameTemplate ?? '').match(/\w+/g))
  const own = fields.filter((field) => !field.system && !typeOf(field).isLong?.(field) && !inName.has(field.code))
  const isLast = (field: Field): boolean => typeOf(field).isLastColumn === true
  return [...own.filter((field) => !isLast(field)), ...own.filter(isLast)]
    .slice(0, candidateCount)
    .map(({ code }) => code)
}

/**
 * Returns the default columns: name, status, up to five own fields that have values on this page, and creation. A field
 * whose column would probably not fit beside the others in a window of 1440 pixels is left out.
 */
export function defaultColumns(schema: Schema, candidates: readonly string[], rows: readonly Row[]): readonly string[] {
  const status = schema.statuses.length > 0 ? ['__status'] : []
  const widthOf = (code: string): number => {
    const field = schema.fields.find((each) => each.code === code)
    return field ? estimatedWidth(field, rows) : 0
  }
  let free = listWidth - nameWidth - [...status, '__createdAt'].reduce((sum, code) => sum + widthOf(code), 0)
  const chosen = new Set<string>()
  for (const code of candidates) {
    if (chosen.size === chosenCount) break
    const width = widthOf(code)
    if (width > free || (rows.length > 0 && rows.every((row) => isEmpty(row[code])))) continue
    chosen.add(code)
    free -= width
  }
  const own = schema.fields.map(({ code }) => code).filter((code) => chosen.has(code))
  return ['__name', ...status, ...own, '__createdAt']
}
