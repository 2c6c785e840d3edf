import { createHash } from 'node:crypto'
import type { Reader } from '../../db/database.ts'
import { id, literal, type Script, type Sql, sql } from '../../db/sql.ts'
import type { Field } from '../../fields/index.ts'
import { collation } from '../../query/index.ts'
import type { Application } from './application.ts'
import { withoutBinding } from './unbound.ts'

/** Indexes of ours begin with this; no migration uses it. */
const prefix = 'element_field_'

export interface WantedIndex {
  readonly name: string
  /** In this order; the index comes last, so that whoever finds it finds all. */
  readonly create: readonly Script[]
}

export interface FoundIndex {
  readonly name: string
  readonly valid: boolean
  /** The planner has statistics of the indexed value. */
  readonly hasStatistics: boolean
  /** Some node is making it now. */
  readonly building: boolean
}

/**
 * The index for a field, or undefined when its type can't be compared. The expression is the one that filters use,
 * else PostgreSQL would not see that the index serves them. The name holds a hash of it, so a changed field has another.
 */
export function indexOf(application: Application, field: Field): WantedIndex | undefined {
  const comparable = field.type.comparable?.(field)
  if (comparable === undefined) return undefined
  const json = sql`(body -> ${literal(field.code)})`
  const value = comparable.many ? undefined : comparable.value(json)
  // With the order of lists behind the value, the newest that have it are read straight from the index, backwards; so
  // is a list sorted by the field, in both directions.
  const keys: Sql = value
    ? sql`((${value})${collation(comparable.kind)}, created_at, id)`
    : sql`using gin (${json} jsonb_path_ops)`
  const what = withoutBinding(sql`on element_default ${keys} where app = ${literal(application.id)}::uuid`)
  const hash = createHash('sha256').update(what.strings[0]!).digest('hex').slice(0, 24)
  const name = `${prefix}${hash}`
  const index = withoutBinding(sql`create index concurrently if not exists ${id(name)} ${what}`)
  // The planner reads no statistics from a partial index, and would take every range for a third of the table.
  const statistics = sql`create statistics if not exists ${id(name)} on (${value ?? json}) from element_default`
  return { name, create: [withoutBinding(statistics), index] }
}

/** Indexes that are there, by the beginning of their names; without one, those of fields. */
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

/** Lets the planner know what is in the new indexes; the next run of vacuum may be far away. */
export function analyzeElements(): Sql {
  return sql`analyze element_default`
}
