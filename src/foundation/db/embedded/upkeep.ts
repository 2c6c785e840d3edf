import { startInterval } from '../../kit/time/interval.ts'
import { GrownTables, hasGrown, type StatisticsAccess } from '../planner/grown-tables.store.ts'
import { id, sql } from '../sql.ts'

/** Intervals and thresholds of the upkeep. */
export interface UpkeepLimits {
  readonly everyMs: number
  /** Maximum bytes of write-ahead log since the last checkpoint. Recovery after a crash reads these bytes again. */
  readonly maxLogBytes: number
  readonly checkpointEveryMs: number
  /** Quiet time in ms that vacuuming waits for; after `maxWaitMs` it no longer waits. */
  readonly pauseMs: number
  readonly maxWaitMs: number
}

const usualLimits: UpkeepLimits = {
  everyMs: 5_000,
  maxLogBytes: 64 * 1024 * 1024,
  checkpointEveryMs: 5 * 60_000,
  pauseMs: 1_000,
  maxWaitMs: 2 * 60_000,
}

export interface UpkeepAccess extends StatisticsAccess {
  quietMs(): number
  /** Returns whether a checkpoint may run now; not while the folder is copied. */
  mayCheckpoint(): boolean
  onError(error: unknown): void
}

/**
 * Starts what background processes do on a full PostgreSQL server, which the embedded one lacks: vacuum and analyze
 * with the thresholds of autovacuum, and checkpoints, without which the write-ahead log grows without limit. Tables that
 * have grown tenfold are analyzed without waiting for quiet, as on a database server.
 */
export function startUpkeep(access: UpkeepAccess, limits: UpkeepLimits = usualLimits): { stop(): void } {
  let checkpointAtMs = performance.now()
  let vacuumDueMs: number | undefined
  const grownTables = new GrownTables(access)

  const round = async (): Promise<unknown> => {
    // Read first, because the statement below ends the quiet time.
    const quietMs = access.quietMs()
    const logBytes = await logSinceCheckpoint(access)
    const nowMs = performance.now()
    const isDue = logBytes > limits.maxLogBytes || (logBytes > 0 && nowMs - checkpointAtMs > limits.checkpointEveryMs)
    if (isDue && access.mayCheckpoint()) {
      checkpointAtMs = nowMs
      await access.run(sql`checkpoint`)
    }
    vacuumDueMs ??= nowMs + limits.maxWaitMs
    if (quietMs < limits.pauseMs && nowMs < vacuumDueMs) return grownTables.analyze()
    vacuumDueMs = undefined
    await vacuumWhatNeedsIt(access)
    // The vacuum leaves out tables with partitions.
    return grownTables.analyze()
  }
  const interval = startInterval({ everyMs: limits.everyMs, run: round, onError: access.onError })
  return { stop: () => void interval.stop() }
}

async function logSinceCheckpoint(access: StatisticsAccess): Promise<number> {
  const [row] = await access.rows<{ bytes: string }>(
    sql`select (pg_current_wal_insert_lsn() - redo_lsn)::text bytes from pg_control_checkpoint()`,
  )
  return Number(row!.bytes)
}

/**
 * Vacuums and analyzes the tables that changed enough, one statement each. Returns their names. Tables with partitions have
 * no rows of their own, and an age that is always due.
 */
export async function vacuumWhatNeedsIt(access: StatisticsAccess): Promise<string[]> {
  const due = await access.rows<{ schema: string; name: string }>(sql`
    select s.schemaname schema, s.relname name
    from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid
    where c.relkind <> 'p' and (s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
       or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
       or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
       or age(c.relfrozenxid) > 100000000
       or ${hasGrown})
    order by s.n_dead_tup desc`)
  // Truncating empty pages at the end of a table would need an exclusive lock for little gain.
  for (const { schema, name } of due) await access.run(sql`vacuum (analyze, truncate false) ${id(schema)}.${id(name)}`)
  return due.map(({ name }) => name)
}
