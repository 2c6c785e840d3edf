import { createHash } from 'node:crypto'
import type { Reader } from '../../../foundation/db/database.ts'
import { id, literal, type Script, type Sql, sql } from '../../../foundation/db/sql.ts'
import { collation } from '../../../query/index.ts'
import type { Field } from '../../../values/index.ts'
import type { Application } from '../application.ts'
import { withoutBinding } from '../unbound.ts'

/** The prefix of the names of field indexes; no migration uses it. */
const prefix = 'element_field_'

export interface WantedIndex {
  readonly name: string
  /**
   * The statements that create the index. The index itself comes last, so that its presence means that all statements
   * have run.
   */
  readonly create: readonly Script[]
}

export interface FoundIndex {
  readonly name: string
  readonly valid: boolean
  /** Whether extended statistics exist for the indexed value. */
  readonly hasStatistics: boolean
  /** Whether a node is building the index at this moment. */
  readonly building: boolean
}

/**
 * Returns the index of a field, or undefined when values of the field's type cannot be compared. The index uses the
 * same expression as filters, because PostgreSQL would not use the index otherwise. The name of the index contains a
 * hash of the expression, so a changed field gets another index.
 */
export function indexOf(application: Application, field: Field): WantedIndex | undefined {
  const comparable = field.type.comparable?.(field)
  if (comparable === undefined) return undefined
  const json = sql`(body -> ${literal(field.code)})`
  const value = comparable.many ? undefined : comparable.value(json)
  // After the value, the index has the columns of the default order of lists. PostgreSQL then reads the newest
  // elements with a value by scanning the index backwards. PostgreSQL can also list by this field in both directions
  // without sorting.
  const keys: Sql = value
    ? sql`((${value})${collation(comparable.kind)}, created_at, id)`
    : sql`using gin (${json} jsonb_path_ops)`
  const what = withoutBinding(sql`on element_default ${keys} where app = ${literal(application.id)}::uuid`)
  const hash = createHash('sha256').update(what.strings[0]!).digest('hex').slice(0, 24)
  const name = `${prefix}${hash}`
  const index = withoutBinding(sql`create index concurrently if not exists ${id(name)} ${what}`)
  // The planner reads no statistics from a partial index; without extra statistics, the planner would estimate every
  // range at a third of the table.
  const statistics = sql`create statistics if not exists ${id(name)} on (${value ?? json}) from element_default`
  return { name, create: [withoutBinding(statistics), index] }
}

/** Returns the existing indexes whose names begin with `beginning`; by default the field indexes. */
export async function fieldIndexes(reader: Reader, beginning = prefix): Promise<FoundIndex[]> {
  return reader.rows<FoundIndex>(sql`
    select c.relname as name, i.indisvalid as valid,
      exists (select from pg_statistic_ext s where s.stxname = c.relname) as "hasStatistics",
      exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as building
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'element_default'::regclass and c.relname like ${`${beginning.replaceAll('_', '\\_')}%`}
    order by 1`)
}

export function dropIndex(name: string): readonly Sql[] {
  return [sql`drop index concurrently if exists ${id(name)}`, sql`drop statistics if exists ${id(name)}`]
}

/**
 * Returns the statement that refreshes the planner's statistics after indexes were built; PostgreSQL might refresh the
 * statistics much later.
 */
export function analyzeElements(): Sql {
  return sql`analyze element_default`
}
