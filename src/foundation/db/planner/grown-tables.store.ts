import { once } from 'node:events'
import type { PeriodicJob } from '../../kit/time/periodic-job.ts'
import type { Database, Reader } from '../database.ts'
import { isLockTimeout } from '../failures.ts'
import { Script, type Sql, sql, toStatement } from '../sql.ts'

const everyMs = 3_000
/** Maximum milliseconds until a table whose ANALYZE has failed several times is tried again. */
const maxPauseMs = 60 * 60_000
/** Maximum milliseconds that ANALYZE waits for a lock on an index of its table. */
const lockTimeoutMs = 500
/** First key of the advisory locks of tables that are being analyzed; any number that no other lock of Chancery uses. */
const analyzeKey = 7_412_005

/**
 * Whether a table of `pg_class c` has grown tenfold since it was last analyzed. A table that was never analyzed counts
 * as empty: an index build or a vacuum sets the number of its rows without making statistics. Updates alone, such as
 * those of a counter, are no growth.
 */
export const hasGrown: Sql = sql`(pg_stat_get_mod_since_analyze(c.oid) >= 100
  and pg_stat_get_live_tuples(c.oid) >= 100
  and (pg_stat_get_live_tuples(c.oid) >= 10 * c.reltuples
    or coalesce(pg_stat_get_last_analyze_time(c.oid), pg_stat_get_last_autoanalyze_time(c.oid)) is null))`

/**
 * Whether the partitions of a partitioned table `pg_class c` have ten times the rows that they had when it was last
 * analyzed. False while one of the partitions counts as grown, because the partition has to be analyzed first: analyzing
 * the parent also stores the number of rows of the partition, which then counts as grown no more and gets no statistics.
 */
const hasGrownInParts: Sql = sql`(
  select sum(pg_stat_get_live_tuples(part.relid)) >= greatest(100, 10 * c.reltuples) and not exists (
      select from pg_partition_tree(c.oid) inner_part join pg_class c on c.oid = inner_part.relid
      where inner_part.isleaf and ${hasGrown})
  from pg_partition_tree(c.oid) part where part.isleaf)`

/**
 * The columns of the primary key of `pg_class c`, by which other tables are joined with it. Their statistics stay right
 * when rows are added.
 */
const keyColumns: Sql = sql`(
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum)
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = c.oid and i.indisprimary)`

/** Access to a database outside its transactions. */
export interface StatisticsAccess {
  readonly rows: Reader['rows']
  /** Runs a statement alone, outside a transaction. */
  run(statement: Sql): Promise<void>
}

interface Failure {
  /** The time until the next attempt, which doubles with each failure. */
  readonly pauseMs: number
  readonly nextAtMs: number
}

interface GrownTable {
  readonly oid: string
  /** The quoted name, with the schema. */
  readonly name: string
  /** The quoted columns to analyze; null for all. */
  readonly columns: string | null
}

/**
 * Returns the grown tables that this role may analyze. Of a partitioned table, whose rows are in its partitions, only the
 * columns of the primary key are analyzed: joins need their statistics.
 */
function grownTables({ rows }: StatisticsAccess): Promise<GrownTable[]> {
  return rows<GrownTable>(sql`
    select c.oid::text as oid, format('%I.%I', n.nspname, c.relname) as name,
      case when c.relkind = 'p' then ${keyColumns} end as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relpersistence <> 't' and pg_has_role(c.relowner, 'usage') and case c.relkind
      when 'r' then n.nspname in ('public', 'pgboss', 'fields') and ${hasGrown}
      when 'p' then n.nspname = 'public' and ${keyColumns} is not null and ${hasGrownInParts} end
    order by c.oid`)
}

/**
 * Returns the script that analyzes a table, unless another node analyzes it now or has analyzed it meanwhile, or the table
 * is being vacuumed.
 */
function analyze({ oid, name, columns }: GrownTable): Script {
  const isDue = toStatement(columns === null ? hasGrown : hasGrownInParts).text
  return new Script(`set local lock_timeout = ${lockTimeoutMs}; do $do$ begin
    if pg_try_advisory_xact_lock(${analyzeKey}, ${Number(oid) | 0})
      and exists (select from pg_class c where c.oid = ${oid} and ${isDue}) then
      analyze (skip_locked) ${name}${columns === null ? '' : ` (${columns})`};
    end if;
  end $do$`)
}

/** Analyzes the tables of a database that have grown, and pauses with those whose ANALYZE fails. */
export class GrownTables {
  readonly #access: StatisticsAccess
  readonly #nowMs: () => number
  /** The tables whose last ANALYZE failed, by their oids. */
  #failures: ReadonlyMap<string, Failure> = new Map()

  /** `nowMs` returns the milliseconds since an arbitrary moment. */
  constructor(access: StatisticsAccess, nowMs: () => number = () => performance.now()) {
    this.#access = access
    this.#nowMs = nowMs
  }

  /**
   * Analyzes every table that has grown tenfold since it was last analyzed, which discards the plans that all sessions
   * made for fewer rows. Returns the names of the tables, including those that are skipped because somebody else vacuums
   * or analyzes them. After trying all tables, throws the error of the first one that did not fail at its last attempt.
   * `signal` stops the work after the current table.
   */
  async analyze(signal?: AbortSignal): Promise<string[]> {
    const tables = await grownTables(this.#access)
    // Tables that are no longer grown are forgotten.
    const failures = new Map(
      tables.flatMap(({ oid }) => {
        const failure = this.#failures.get(oid)
        return failure ? [[oid, failure]] : []
      }),
    )
    this.#failures = failures
    const due = tables.filter(({ oid }) => (failures.get(oid)?.nextAtMs ?? 0) <= this.#nowMs())
    const errors: unknown[] = []
    for (const table of due) {
      if (signal?.aborted) break
      const before = failures.get(table.oid)
      failures.delete(table.oid)
      await this.#access.run(analyze(table)).catch((error: unknown) => {
        // Somebody builds an index on the table.
        const isLocked = isLockTimeout(error)
        const pauseMs = isLocked ? everyMs : Math.min(2 * (before?.pauseMs ?? everyMs), maxPauseMs)
        failures.set(table.oid, { pauseMs, nextAtMs: this.#nowMs() + pauseMs })
        if (before === undefined) errors.push(error)
      })
    }
    if (errors.length > 0) throw errors[0]
    return due.map(({ name }) => name)
  }
}

/**
 * Returns the job that analyzes grown tables of a database server. It does not wait for a running ANALYZE when the node
 * stops; closing the database cuts its connection.
 */
export function growthJob({ reader, outsideTransaction }: Database): PeriodicJob {
  const tables = new GrownTables({ rows: reader.rows, run: outsideTransaction })
  return {
    name: 'analyze grown tables',
    everyMs,
    on: 'every node',
    run: (signal) => Promise.race([tables.analyze(signal), once(signal, 'abort')]),
  }
}
