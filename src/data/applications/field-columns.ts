import { createHash } from 'node:crypto'
import { id, literal, Sql, sql } from '../../foundation/db/sql.ts'
import { collation, type NarrowColumn } from '../../query/index.ts'
import { type ColumnKind, emptyJson, type Field, isBlank } from '../../values/index.ts'
import { withoutBinding } from './unbound.ts'

/** A column of a field table. */
interface Column {
  /** The name in the table. It differs for every form of the values, so a field that changes gets another column. */
  readonly name: string
  /** The SQL type, with the collation by which values are compared. */
  readonly type: Sql
  /**
   * The width of the values, roughly in bytes. A new table has narrow columns first, because PostgreSQL walks over all
   * values before the one that it reads.
   */
  readonly width: number
}

/** A column that holds the values of a field. */
export interface FieldColumn extends Column {
  readonly holds: NarrowColumn['holds']
  readonly isText: boolean
  /** The SQL of the value, made from the stored JSON. */
  readonly value: (json: Sql) => Sql
}

/**
 * The columns of `element` that field tables have too, besides `id`: those by which elements are found, with the codes
 * of their system fields.
 */
export const copiedColumns: readonly (Column & { readonly code: string })[] = [
  { code: '__createdAt', name: 'created_at', type: sql`timestamptz not null`, width: 0 },
  { code: '__updatedAt', name: 'updated_at', type: sql`timestamptz not null`, width: 0 },
  { code: '__deletedAt', name: 'deleted_at', type: sql`timestamptz`, width: 0 },
  { code: '__index', name: 'idx', type: sql`bigint not null`, width: 0 },
  { code: '__status', name: 'status', type: sql`int`, width: 0 },
  { code: '__createdBy', name: 'created_by', type: sql`uuid not null`, width: 0 },
  { code: '__updatedBy', name: 'updated_by', type: sql`uuid not null`, width: 0 },
  { code: '__directory', name: 'directory', type: sql`uuid`, width: 16 },
  { code: '__name', name: 'name', type: sql`text collate "und-x-icu"`, width: 100 },
  { code: '__externalId', name: 'external_id', type: sql`text`, width: 100 },
]
/** Wider values may be too long for an index with several columns. */
const maxShortWidth = 37

/**
 * Returns the column that holds what filters compare of a field; undefined for a field that cannot be compared, and for
 * one with long values that no index serves: it would make every search read more.
 */
export function fieldColumn(field: Field): FieldColumn | undefined {
  const comparable = field.type.comparable?.(field)
  if (comparable === undefined || (comparable.isLong && !field.indexed && !field.searchable)) return undefined
  const { kind } = comparable
  if (!comparable.many) return named(field, { ...columnOf(kind), holds: 'value', value: comparable.value })
  if (field.array)
    return named(field, { type: sql`jsonb`, isText: false, width: 200, holds: 'list', value: (json) => json })
  const entry = (json: Sql): Sql => comparable.entry(sql`(${json} -> 0)`)
  return named(field, { ...columnOf(kind), holds: 'entry', value: entry })
}

/**
 * Returns the SQL that tests whether a row of a field table may belong to an element without a value in the field: all such
 * elements pass, and a few others.
 */
export function maybeEmpty({ name, isText, holds }: FieldColumn, row: Sql): Sql {
  const column = sql`${row}.${id(name)}`
  if (holds === 'list') return emptyJson(column)
  if (!isText) return sql`${column} is null`
  // The column has the text of an empty list that was written by hand.
  return sql`(${column} is null or ${isBlank(column)} or left(${column}, 1) in ('[', '{'))`
}

/** The maximum number of columns. A row with more values might not fit into a page, even with all texts stored apart. */
const maxColumns = 300

/**
 * Returns the columns of an application's fields, by the codes of the fields. Where there are too many, fields that an
 * index serves come first.
 */
export function fieldColumns({
  fields,
}: {
  readonly fields: ReadonlyMap<string, Field>
}): ReadonlyMap<string, FieldColumn> {
  const found = [...fields.values()].flatMap((field) => {
    const column = fieldColumn(field)
    return column === undefined ? [] : [{ field, column }]
  })
  const served = ({ field }: (typeof found)[number]): boolean => field.indexed || field.searchable
  const chosen = found.length > maxColumns ? [...found.filter(served), ...found.filter((one) => !served(one))] : found
  return new Map(chosen.slice(0, maxColumns).map(({ field, column }) => [field.code, column]))
}

/** The columns that every update changes. With an index on one of them, each update would write into all indexes. */
const changing = new Set(['updated_at', 'updated_by'])

/** Returns the columns that an index for lists may have, by the codes of their fields: those with short values. */
export function shortColumns(application: { readonly fields: ReadonlyMap<string, Field> }): ReadonlyMap<string, Sql> {
  const isShort = ({ width }: Column): boolean => width <= maxShortWidth
  const copied = copiedColumns.filter((column) => isShort(column) && !changing.has(column.name))
  const own = [...fieldColumns(application)].filter(([, column]) => isShort(column))
  return new Map([
    ...copied.map(({ code, name }): [string, Sql] => [code, new Sql([name], [])]),
    ...own.map(([code, { name }]): [string, Sql] => [code, id(name)]),
  ])
}

function named(field: Field, column: Omit<FieldColumn, 'name'>): FieldColumn {
  const form = withoutBinding(sql`${column.type} ${column.value(sql`body -> ${literal(field.code)}`)}`)
  const hash = createHash('sha256').update(form.strings[0]!).digest('hex').slice(0, 8)
  return { name: `${field.code.slice(0, 50)}_${hash}`, ...column }
}

/** The SQL types of compared values, and their widths. */
const sqlTypes: Readonly<Record<ColumnKind, readonly [type: Sql, width: number]>> = {
  boolean: [sql`boolean`, 1],
  timestamp: [sql`timestamptz`, 8],
  number: [sql`numeric`, 10],
  int: [sql`numeric`, 10],
  uuid: [sql`uuid`, 16],
  code: [sql`text`, 20],
  instant: [sql`text`, 20],
  id: [sql`text`, 37],
  item: [sql`text`, 80],
  text: [sql`text`, 100],
}

/** Returns the type and width of compared values. The collation is that of comparisons, so that they can use indexes. */
function columnOf(kind: ColumnKind): Pick<FieldColumn, 'type' | 'isText' | 'width'> {
  const [type, width] = sqlTypes[kind]
  return { type: sql`${type}${collation(kind)}`, isText: type.strings[0] === 'text', width }
}
