import type { Field } from '../../fields/field-type.ts'
import { isEmpty } from '../../fields/is-empty.ts'

type Row = Readonly<Record<string, unknown>>

const candidateCount = 8
const chosenCount = 5

interface Schema {
  readonly fields: readonly Field[]
  readonly statuses: readonly unknown[]
  readonly params: { readonly nameTemplate?: string | null }
}

/** Codes of the own fields that can become columns by default, in the order of the schema; plain numbers come last. */
export function candidateColumns({ fields, params }: Schema, isLong: (field: Field) => boolean): readonly string[] {
  const inName = new Set((params.nameTemplate ?? '').match(/\w+/g))
  const own = fields.filter((field) => !field.system && !isLong(field) && !inName.has(field.code))
  return [...own.filter(({ type }) => type !== 'FLOAT'), ...own.filter(({ type }) => type === 'FLOAT')]
    .slice(0, candidateCount)
    .map(({ code }) => code)
}

/** Returns the default columns: name, status, up to five own fields that have values on this page, and creation. */
export function defaultColumns(schema: Schema, candidates: readonly string[], rows: readonly Row[]): readonly string[] {
  const filled = candidates.filter((code) => rows.length === 0 || rows.some((row) => !isEmpty(row[code])))
  const chosen = new Set(filled.slice(0, chosenCount))
  const own = schema.fields.map(({ code }) => code).filter((code) => chosen.has(code))
  return ['__name', ...(schema.statuses.length > 0 ? ['__status'] : []), ...own, '__createdAt']
}
