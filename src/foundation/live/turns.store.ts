import type { Reader } from '../db/database.ts'
import { Bound, join, type Sql, sql } from '../db/sql.ts'

/** A range of turns; `until` is not part of it. */
export interface TurnRange {
  readonly from: bigint
  readonly until: bigint
}

/** The changes in a range of turns. */
export interface TurnPage {
  /**
   * The first turn whose changes were read. It is higher than the begin of the requested range when that range has
   * too many changes.
   */
  readonly from: bigint
  /** The turn of the last change of each object that has changed since then, by id. */
  readonly turns: ReadonlyMap<string, bigint>
}

/** Maximum number of rows of each table that are read for one page. */
const maxRows = 20_000

/**
 * Returns the turn below which all transactions have ended.
 *
 * No change is missed by a client that gets the present turn T, then reads its data, and then asks for the changes from T
 * on. Every transaction that was running when T was read has a turn of at least T, and so has every later one; a row gets
 * the turn of its transaction or a higher one. Therefore, all changes of lower turns were committed before T was read, and
 * the data that the client reads afterwards has them. All others have turns from T on, also those of transactions that
 * were running meanwhile and are committed in any order. Their turns are read only up to a later present turn U, below
 * which no row can appear any more, and the next range begins with U. It does not matter which node reads what, because
 * T and U come from snapshots of the one database.
 */
export async function presentTurn(reader: Reader): Promise<bigint> {
  const row = await reader.row<{ turn: string }>(sql`
    select audit_turn(pg_snapshot_xmin(pg_current_snapshot()))::text as turn`)
  return BigInt(row!.turn)
}

/** Tables whose rows have turns, and the objects that have changed with the rows. */
export interface TurnTables {
  readonly tables: readonly Sql[]
  /** Returns SQL that selects `id`, a text, and `turn` for the rows of the tables whose turns fulfil a condition. */
  changes(inRange: (turn: Sql) => Sql): Sql
}

/**
 * Reads what has changed in a range of turns. Leaves out the earlier changes when a table has more than `limit` rows of
 * these turns.
 */
export async function readTurns(
  reader: Reader,
  { from, until }: TurnRange,
  { tables, changes }: TurnTables,
  limit: number = maxRows,
): Promise<TurnPage> {
  const [begin, end] = [new Bound(String(from)), new Bound(String(until))]
  const tooMany = tables.map(
    (table) => sql`(select turn + 1 from ${table} where turn >= ${begin}::bigint and turn < ${end}::bigint
      order by turn desc offset ${new Bound(limit)} limit 1)`,
  )
  const inRange = (turn: Sql) => sql`${turn} >= (select turn from first) and ${turn} < ${end}::bigint`
  const rows = await reader.rows<{ from: string; id: string | null; turn: string }>(sql`
    with first as materialized (select greatest(${join([sql`${begin}::bigint`, ...tooMany])}) as turn)
    select first.turn::text as "from", id, last.turn::text as turn from first
    left join (select id, max(turn) as turn from (${changes(inRange)}) c group by id) last on true`)
  const changed = rows.flatMap(({ id, turn }): [string, bigint][] => (id === null ? [] : [[id, BigInt(turn)]]))
  return { from: BigInt(rows[0]!.from), turns: new Map(changed) }
}
