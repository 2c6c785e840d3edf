import { id, type Sql, sql } from '../db/sql.ts'
import { type Field, type Many, type One, searchedText } from '../fields/index.ts'
import type { FieldPath } from './condition.ts'
import { noSuchField, refuse, showField, tooComplex } from './errors.ts'
import { limits } from './limits.ts'
import type { Setting, Source, SourceField } from './source.ts'

/** One statement in the making. */
export interface Draft {
  readonly setting: Setting
  /** Aliases begin with it. */
  readonly prefix: string
  /** Aliases given so far. */
  aliases: number
  /** Characters that its texts and patterns look for. */
  likeChars: number
  /** Set as soon as the answer depends on rows of another source, so that it can't be cached by writes to this one. */
  looksElsewhere: boolean
}

/** Whose rows a condition speaks of. */
export interface Frame {
  readonly source: Source
  readonly row: Sql
  /** The query around a sub-query. */
  readonly parent: Frame | undefined
  readonly draft: Draft
}

export type ValueKind = One['kind'] | 'timestamp' | 'uuid'

/** What can be compared: a field that was found, or a count. */
export interface Known {
  /** As sentences show it. */
  readonly label: string
  readonly at: number | undefined
  /** Undefined when only "is it empty?" can be asked. */
  readonly kind: ValueKind | undefined
  /** The value to compare, when it is one. */
  readonly value?: Sql
  /** Set when the value is a list. */
  readonly list?: {
    readonly json: Sql
    readonly type: Many
    /** The field is declared to hold more than one. */
    readonly several: boolean
    /** The texts of all entries as one, in lower case, where an index serves it. */
    readonly searched?: Sql | undefined
    /** As in SourceField. */
    readonly hasAny?: ((ids: readonly string[]) => Sql) | undefined
  }
}

export interface KnownField extends Known {
  readonly field: Field
  /** Undefined for a real column. */
  readonly json: Sql | undefined
  /** It is a field of what a reference points to. */
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
 * Finds a field and hands it to `use`. A path through a reference becomes `exists (…)` around what `use` makes,
 * always with the scope of the target: rows that the caller may not see are not there.
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

/** The rows of a source that the caller may see; in brackets, so that what stands beside it can't loosen it. */
export function visible(source: Source, row: Sql, ofMany = false): Sql {
  return sql`(${source.scope(row, ofMany)})`
}

/** `target` is one of the rows whose ids the field holds. The pattern keeps a stray value from failing as a uuid. */
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
