import { id, type Sql, sql } from '../../foundation/db/sql.ts'
import type { FieldPath } from '../condition.ts'
import { noSuchField, refuse, showField, tooComplex } from '../errors.ts'
import { type Field, type Many, type One, searchedText } from '../fields/index.ts'
import { limits } from '../limits.ts'
import type { Setting, Source, SourceField } from '../source.ts'

/** The state of one SQL statement while it is being built. */
export interface Draft {
  readonly setting: Setting
  /** The prefix of the statement's aliases. */
  readonly prefix: string
  /** The number of aliases given so far. */
  aliases: number
  /** The total number of characters in the texts and patterns that the statement searches for. */
  likeChars: number
  /**
   * Whether the result depends on rows of another source. If so, writes to the statement's own source are not enough to
   * invalidate a cached result.
   */
  looksElsewhere: boolean
}

/** The source whose rows a condition tests, and the alias of its rows. */
export interface Frame {
  readonly source: Source
  readonly row: Sql
  /** The frame of the query around a sub-query. */
  readonly parent: Frame | undefined
  readonly draft: Draft
}

export type ValueKind = One['kind'] | 'timestamp' | 'uuid'

/** An operand that can be compared: a field that was found, or a count. */
export interface Known {
  /** The name of the operand in error messages. */
  readonly label: string
  readonly at: number | undefined
  /** The kind of the value; undefined when the operand can only be tested for being empty. */
  readonly kind: ValueKind | undefined
  /** The SQL of the value; absent when the operand is a list or cannot be compared. */
  readonly value?: Sql
  /** Set when the operand is a list of values. */
  readonly list?: {
    readonly json: Sql
    readonly type: Many
    /** Whether the definition allows the field to hold several values. */
    readonly several: boolean
    /** The texts of all entries joined into one text in lower case; set where an index serves it. */
    readonly searched?: Sql | undefined
    /** The same as `SourceField.hasAny`, applied to the row. */
    readonly hasAny?: ((ids: readonly string[]) => Sql) | undefined
  }
}

export interface KnownField extends Known {
  readonly field: Field
  /** The JSON of the value; undefined for a column. */
  readonly json: Sql | undefined
  /** Whether the field belongs to a referenced row. */
  readonly byReference: boolean
}

export function openDraft(setting: Setting, prefix = 't'): Draft {
  return { setting, prefix, aliases: 0, likeChars: 0, looksElsewhere: false }
}

export function rootFrame(source: Source, row: Sql, draft: Draft): Frame {
  return { source, row, parent: undefined, draft }
}

export function newAlias(draft: Draft): Sql {
  return id(`${draft.prefix}${++draft.aliases}`)
}

/**
 * Finds the field of a path and returns the SQL that `use` makes of the field. A path through a reference becomes
 * `exists (…)` around that SQL, always with the scope of the referenced source, so that rows hidden from the caller do
 * not count.
 */
export function withField(path: FieldPath, frame: Frame, use: (known: KnownField) => Sql): Sql {
  if (path.names.length > limits.pathNames) {
    throw tooComplex(`a path may have at most ${limits.pathNames} names, ${showField(path.names.join('.'))} has more`)
  }
  return follow(path, 0, frameOf(path, frame), use)
}

function follow(path: FieldPath, index: number, frame: Frame, use: (known: KnownField) => Sql): Sql {
  const name = path.names[index]!
  const found = frame.source.fields.get(name)
  const before = path.names.slice(0, index)
  if (!found)
    throw unknown(
      path,
      [...frame.source.fields.keys()].map((code) => [...before, code].join('.')),
    )
  const rest = path.names.length - index - 1
  const known = { ...named(path), byReference: index > 0 }
  if (rest === 0) return use({ ...known, ...describeField(found, frame.row) })
  const part = path.names[index + 1]!
  const parts = found.field.type.parts
  if (parts && rest === 1 && Object.hasOwn(parts, part)) {
    return use({ ...known, ...describePart(found, part, frame.row) })
  }
  const target = found.target?.()
  if (!target)
    throw unknown(
      path,
      Object.keys(parts ?? {}).map((code) => [...before, name, code].join('.')),
    )
  frame.draft.looksElsewhere = true
  const row = newAlias(frame.draft)
  const inner = follow(path, index + 1, { source: target, row, parent: frame.parent, draft: frame.draft }, use)
  return sql`exists (select from ${target.relation} ${row} where ${isReferred(found, frame.row, target, row)} and ${visible(target, row)} and ${inner})`
}

/**
 * Returns the source's scope: the test for rows that the caller may see. The brackets keep a neighbouring OR from
 * widening the scope.
 */
export function visible(source: Source, row: Sql, ofMany = false): Sql {
  return sql`(${source.scope(row, ofMany)})`
}

/**
 * Returns the SQL that tests whether `target` is one of the rows whose ids the field holds. The pattern skips entries
 * that are no uuids, which would make the cast fail.
 */
export function isReferred(reference: SourceField, row: Sql, target: Source, targetRow: Sql): Sql {
  if (reference.column?.kind === 'uuid') return sql`${target.id(targetRow)} = ${reference.column.value(row)}`
  return sql`${target.id(targetRow)} = any (array(select (v #>> '{}')::uuid from jsonb_path_query(${reference.json(row)}, ${uuidsOf}) v))`
}

const uuidsOf = sql`'lax $[*] ? (@ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")'`

function frameOf(path: FieldPath, frame: Frame): Frame {
  if (!path.of) return frame
  let found = frame.parent
  if (!found) throw refuse(`"${path.of}" is known inside a sub-query only`, path.at)
  while (path.of === 'root' && found.parent) found = found.parent
  return found
}

function describeField({ field, json, column, hasAny, isSearched }: SourceField, row: Sql) {
  if (column) return { field, json: undefined, kind: column.kind, value: column.value(row) }
  const known = describeJson(field, json(row))
  if (!('list' in known)) return known
  const searched = isSearched ? searchedText(field, json(row)) : undefined
  return {
    ...known,
    list: { ...known.list, searched, hasAny: hasAny && ((ids: readonly string[]) => hasAny(row, ids)) },
  }
}

function describePart(found: SourceField, name: string, row: Sql) {
  const part = found.field.type.parts![name]!
  const code = `${found.field.code}.${name}`
  return describeJson({ ...found.field, code, type: part.type, array: false, settings: {} }, part.json(found.json(row)))
}

function describeJson(field: Field, json: Sql) {
  const comparable = field.type.comparable?.(field)
  if (!comparable) return { field, json, kind: undefined }
  const { kind } = comparable
  return comparable.many
    ? { field, json, kind, list: { json, type: comparable, several: field.array } }
    : { field, json, kind, value: comparable.value(json) }
}

function named(path: FieldPath): { label: string; at: number | undefined } {
  return { label: showField(path.names.join('.'), path.at), at: path.at }
}

function unknown(path: FieldPath, known: Iterable<string>): Error {
  return noSuchField(path.names.join('.'), known, path.at)
}
