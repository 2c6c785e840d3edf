import type { Sql } from '../../foundation/db/sql.ts'
import { type Field, searchedText } from '../../values/index.ts'
import type { FieldPath } from '../condition.ts'
import { noSuchField, refuse, showField, tooComplex } from '../errors.ts'
import { limits } from '../limits.ts'
import { NarrowRow, type SourceField } from '../source.ts'
import type { FieldValue, Plan, Reference, Rows, SingleField, TypedValue } from './plan.ts'
import { newAlias, type QueryLevel } from './query-level.ts'

/** An operand whose type is known: a field or a count. */
export interface ResolvedValue {
  /** The name of the operand in error messages. */
  readonly label: string
  /** The position of the operand in an EQL text. */
  readonly at: number | undefined
  /** The typed value; undefined when the operand can only be tested for being empty. */
  readonly value: TypedValue | undefined
}

export type ResolvedField = ResolvedValue & TypedField

type TypedField = { readonly field: Field } & (
  | { readonly json: Sql; readonly value: FieldValue | undefined }
  /** A field that is stored in a column of its own. */
  | { readonly json: undefined; readonly value: SingleField }
)

export interface ResolvedPath {
  readonly field: ResolvedField
  /** The references that lead to the row of the field, the first one first; empty for a field of the row itself. */
  readonly through: readonly Reference[]
}

/**
 * Finds the field of a path. Throws `query.unknown_field` for a field that does not exist or is hidden from the
 * caller, `query.too_complex` for a path with too many names, and a 400 for `parent` or `root` outside a sub-query.
 */
export function resolvePath(path: FieldPath, level: QueryLevel): ResolvedPath {
  if (path.names.length > limits.pathNames) {
    throw tooComplex(`a path may have at most ${limits.pathNames} names, ${showField(path.names.join('.'))} has more`)
  }
  return follow(path, levelOf(path, level), level, [])
}

/**
 * Resolves a path. Calls `test` with the field and returns its plan, applied to the rows to which the references of the
 * path lead.
 */
export function onField(path: FieldPath, level: QueryLevel, test: (field: ResolvedField) => Plan): Plan {
  const { field, through } = resolvePath(path, level)
  return behind(through, test(field))
}

/**
 * Returns the plan that tests whether any of the referenced rows matches `plan`. Rows hidden from the caller do not
 * count, because the scope of each referenced source is part of the SQL.
 */
export function behind(through: readonly Reference[], plan: Plan): Plan {
  return through.reduceRight<Plan>((of, reference) => ({ is: 'referenced', reference, of }), plan)
}

function follow(path: FieldPath, from: Rows, { compilation }: QueryLevel, through: readonly Reference[]): ResolvedPath {
  let { source, row } = from
  const passed = [...through]
  const label = showField(path.names.join('.'), path.at)
  for (;;) {
    const index = passed.length
    const before = path.names.slice(0, index)
    const found = source.fields.get(path.names[index]!)
    if (!found) throw unknown(path, before, source.fields.keys())
    const [part, ...more] = path.names.slice(index + 1)
    const named = { label, at: path.at }
    if (part === undefined) return { field: { ...named, ...typedField(found, row) }, through: passed }
    const { parts = {} } = found.field.type
    if (more.length === 0 && Object.hasOwn(parts, part)) {
      return { field: { ...named, ...typedPart(found, part, row) }, through: passed }
    }
    const target = found.target?.()
    if (!target) throw unknown(path, [...before, path.names[index]!], Object.keys(parts))
    compilation.looksElsewhere = true
    const to = { source: target, row: newAlias(compilation) }
    passed.push({ field: found, from: row, to })
    ;({ source, row } = to)
  }
}

function levelOf(path: FieldPath, level: QueryLevel): QueryLevel {
  if (!path.of) return level
  let found = level.outer
  if (!found) throw refuse(`"${path.of}" can only be used inside a sub-query`, path.at)
  while (path.of === 'root' && found.outer) found = found.outer
  return found
}

function typedField(found: SourceField, row: Sql): TypedField {
  const { field, json, column, hasAny, isSearched } = found
  const isIndexed = isSearched === true && row instanceof NarrowRow
  if (column) {
    const value: SingleField = { is: 'single', kind: column.kind, value: column.value(row), isSearched: isIndexed }
    return { field, json: undefined, value }
  }
  const stored = row instanceof NarrowRow && found.narrow ? found.narrow.sql(row) : undefined
  const typed = typedJson(field, json(row))
  const { value } = typed
  if (stored && value?.is === 'single') {
    return { field, json: undefined, value: { ...value, value: stored, isSearched: isIndexed } }
  }
  if (value?.is !== 'list') return typed
  const searched = isSearched ? searchedText(field, json(row)) : undefined
  const only = found.narrow?.holds === 'entry' ? stored : undefined
  return { field, json: value.json, value: { ...value, only, searched, hasAny: hasAny && ((ids) => hasAny(row, ids)) } }
}

function typedPart(found: SourceField, name: string, row: Sql): TypedField {
  const part = found.field.type.parts![name]!
  const code = `${found.field.code}.${name}`
  return typedJson({ ...found.field, code, type: part.type, array: false, settings: {} }, part.json(found.json(row)))
}

function typedJson(field: Field, json: Sql): TypedField {
  const comparable = field.type.comparable?.(field)
  if (!comparable) return { field, json, value: undefined }
  const { kind } = comparable
  return comparable.many
    ? { field, json, value: { is: 'list', kind, json, type: comparable, several: field.array } }
    : { field, json, value: { is: 'single', kind, value: comparable.value(json) } }
}

function unknown(path: FieldPath, before: readonly string[], codes: Iterable<string>): Error {
  const known = [...codes].map((code) => [...before, code].join('.'))
  return noSuchField(path.names.join('.'), known, path.at)
}
