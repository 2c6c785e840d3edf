import { createHash } from 'node:crypto'
import type { Reader } from '../../../foundation/db/database.ts'
import { id, join, nothing, type Script, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { ListShape } from '../../../query/index.ts'
import { folded, searchedText } from '../../../values/index.ts'
import type { Application } from '../application.ts'
import { type FieldColumn, fieldColumns, shortColumns } from '../field-columns.ts'
import { withoutBinding } from '../unbound.ts'
import { fieldSchema, fieldTable, fieldTableName } from './field-table.ts'

/** The maximum number of columns that PostgreSQL allows in one index. */
const maxColumns = 32
/**
 * The maximum size in KiB of a search index's list of pending entries. The write that fills the list moves its entries
 * into the index; every search reads the whole list.
 */
const pendingKib = 1024
/**
 * The maximum number of fields in an index for lists. An entry of an index has at most 2,704 bytes; the code of a
 * category, the longest of the short values, has at most 100 characters.
 */
const maxShapeFields = 6
const defaultOrder = [sql`created_at`, sql`id`]

export interface WantedIndex {
  readonly name: string
  readonly create: Script
}

export interface FoundIndex {
  readonly name: string
  readonly valid: boolean
  /** Whether a node is building the index at this moment. */
  readonly building: boolean
}

/** Returns the indexes of an application's field table. */
export function indexesOf(application: Application): WantedIndex[] {
  const columns = fieldColumns(application)
  const fields = [...application.fields.values()]
  const ofFields = fields.flatMap((field) =>
    field.indexed ? (indexOf(application, columns.get(field.code)) ?? []) : [],
  )
  const orders = [sql`(created_at, id)`, sql`(status, created_at, id)`].map((keys) => wanted(application, keys))
  return [...orders, ...ofFields, ...searchIndexesOf(application, columns)]
}

/**
 * Returns the index of a column. After the value, it has the columns of the default order of lists: PostgreSQL then
 * reads the newest elements with a value backwards, and lists by this field in both directions without sorting.
 */
export function indexOf(application: Application, column: FieldColumn | undefined): WantedIndex | undefined {
  if (column === undefined) return undefined
  const name = id(column.name)
  const keys = column.holds === 'list' ? sql`using gin (${name} jsonb_path_ops)` : sql`(${name}, created_at, id)`
  return wanted(application, keys)
}

/**
 * Returns the index that holds all that lists of a shape compare, in the order of the lists, so that they are found and
 * counted without reading the table; undefined where the table has no short column for one of the fields.
 */
export function listIndexOf(application: Application, shape: ListShape): WantedIndex | undefined {
  const columns = shortColumns(application)
  const sqlOf = (codes: readonly string[]): Sql[] => codes.flatMap((code) => columns.get(code) ?? [])
  const [keys, compared] = [sqlOf([...shape.equal, ...shape.sorted]), sqlOf(shape.compared)]
  const fields = shape.equal.length + shape.sorted.length + shape.compared.length
  if (fields > maxShapeFields || keys.length + compared.length < fields) return undefined
  const ordered = new Map([...keys, ...defaultOrder].map((column) => [column.strings[0], column]))
  const others = compared.filter(({ strings }) => !ordered.has(strings[0]))
  const include = others.length === 0 ? nothing : sql` include (${join(others)})`
  const live = shape.isLive ? sql` where deleted_at is null` : nothing
  return wanted(application, sql`(${join([...ordered.values()])})${include}${live}`)
}

/**
 * Returns the trigram indexes for the names and the searched fields. Each field is a column of its own, so that a
 * search in one field never matches text of another field, which the caller may not be allowed to read.
 */
function searchIndexesOf(application: Application, columns: ReadonlyMap<string, FieldColumn>): WantedIndex[] {
  const fields = [...application.fields.values()].filter(({ searchable }) => searchable)
  const texts = fields.flatMap((field) => {
    const column = columns.get(field.code)
    if (column === undefined) return []
    const text = column.holds === 'list' ? searchedText(field, id(column.name)) : folded(id(column.name))
    return text === undefined ? [] : [text]
  })
  const all = [folded(sql`name`), ...texts]
  const indexes: WantedIndex[] = []
  for (let at = 0; at < all.length; at += maxColumns) {
    const parts = join(all.slice(at, at + maxColumns).map((text) => sql`(${text}) gin_trgm_ops`))
    indexes.push(wanted(application, sql`using gin (${parts}) with (gin_pending_list_limit = ${pendingKib})`))
  }
  return indexes
}

/** Returns an index whose name has a hash of its definition, so that a changed definition gets another index. */
function wanted(application: Application, keys: Sql): WantedIndex {
  const what = withoutBinding(sql`on ${fieldTable(application)} ${keys}`)
  const hash = createHash('sha256').update(what.strings[0]!).digest('hex').slice(0, 24)
  const name = `${application.id.slice(0, 8)}_${hash}`
  return { name, create: withoutBinding(sql`create index concurrently if not exists ${id(name)} ${what}`) }
}

/** Returns the indexes of an application's field table, without the primary key. */
export async function foundIndexes(reader: Reader, application: Application): Promise<FoundIndex[]> {
  return reader.rows<FoundIndex>(sql`
    select c.relname as name, i.indisvalid as valid,
      exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as building
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass(${`${fieldSchema}."${fieldTableName(application)}"`}::text) and not i.indisprimary
    order by 1`)
}

export function dropIndex(name: string): Sql {
  return sql`drop index concurrently if exists ${id(fieldSchema)}.${id(name)}`
}

/**
 * Returns the statements that drop the indexes and statistics of fields on the table of all elements, which earlier
 * versions made.
 */
export async function dropEarlierIndexes(reader: Reader): Promise<Sql[]> {
  const indexes = await reader.rows<{ name: string }>(sql`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'element_default'::regclass and c.relname ~ '^element_(field|search)_' order by 1`)
  const statistics = await reader.rows<{ name: string }>(sql`
    select stxname as name from pg_statistic_ext
    where stxrelid = 'element_default'::regclass and stxname ~ '^element_(field|search)_' order by 1`)
  return [
    ...indexes.map(({ name }) => sql`drop index concurrently if exists ${id(name)}`),
    ...statistics.map(({ name }) => sql`drop statistics if exists ${id(name)}`),
  ]
}
