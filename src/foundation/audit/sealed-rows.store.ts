import type { Reader } from '../db/database.ts'
import { Bound, type Sql, sql } from '../db/sql.ts'

const micros = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000000)::bigint`
const hashOf = (values: Sql): Sql => sql`sha256(convert_to(json_build_array(${values})::text, 'UTF8'))`

/**
 * SQL for the hash of an audit row: its values as JSON without names. A column added later must not change the hashes
 * of older rows.
 */
const entryHash = hashOf(sql`'audit', a.id, ${micros(sql`a.at`)}, a.turn, a.user_id, a.token_id, a.operation, a.object,
  a.before, a.after, a.outcome, a.code, a.request_id`)
const revision = sql`'element', h.app, h.id, h.rev, ${micros(sql`h.at`)}, h.turn, h.by, h.token_id,
  h.operation, h.action, h.changes, h.request_id`
const digests = (row: Sql): Sql => sql`encode(${row}.digest_before, 'hex'), encode(${row}.digest_after, 'hex')`
const revisionHash = sql`case when h.digest_before is null and h.digest_after is null then ${hashOf(revision)}
  else ${hashOf(sql`${revision}, ${digests(sql`h`)}`)} end`
const proofHash = hashOf(sql`'proof', p.no, p.app, p.id, p.rev, ${micros(sql`p.at`)}, p.turn, p.cause,
  ${digests(sql`p`)}`)

/**
 * Returns the SQL for the rows of all tables with turns from `from` up to, but excluding, `to`: `kind, turn, app, id,
 * rev, at, hash`.
 */
function rowsBetween(from: unknown, to: unknown): Sql {
  const [low, high] = [sql`${new Bound(from)}::bigint`, sql`${new Bound(to)}::bigint`]
  return sql`(
      select 'entry' as kind, a.turn, null::uuid as app, a.id, 0::bigint as rev, a.at, ${entryHash} as hash from audit a where a.turn >= ${low} and a.turn < ${high}
      union all
      select 'revision', h.turn, h.app, h.id, h.rev, h.at, ${revisionHash} from element_history h where h.turn >= ${low} and h.turn < ${high}
      union all
      select 'proof', p.turn, p.app, p.id, p.rev, p.at, ${proofHash} from element_proof p where p.turn >= ${low} and p.turn < ${high}
    )`
}

/**
 * The order in which rows are hashed and marked. The hash comes last; it orders rows that are equal in everything
 * else.
 */
const inOrder = sql`order by r.turn, r.id, r.rev, r.hash`

/** A summary of the rows in a range of turns. */
export interface Content {
  readonly rows: number
  /** SHA-256 over the hashes of the rows, in their order. */
  readonly digest: Buffer
  /** The first eight bytes of each row's hash, in the order of the rows. */
  readonly marks: Buffer
  /** Time of the oldest row in microseconds since 1970, as decimal text; `newest` has the same form. */
  readonly oldest: string
  readonly newest: string
}

const content = sql`count(*)::int as rows, sha256(string_agg(r.hash, ''::bytea ${inOrder})) as digest,
    string_agg(substr(r.hash, 1, 8), ''::bytea ${inOrder}) as marks,
    ${micros(sql`min(r.at)`)} as oldest, ${micros(sql`max(r.at)`)} as newest`

/** Returns the summary of the rows in a range of turns; undefined when the range has no rows. */
export async function contentBetween(reader: Reader, from: string, to: string): Promise<Content | undefined> {
  return reader.row<Content>(sql`select ${content} from ${rowsBetween(from, to)} r having count(*) > 0`)
}

/**
 * Returns the summaries of adjacent ranges of turns. `bounds` are ascending turns; the keys of the result are the
 * positions of the lower bounds in `bounds`.
 */
export async function contentsBetween(reader: Reader, bounds: readonly string[]): Promise<Map<number, Content>> {
  const rows = await reader.rows<Content & { place: number }>(sql`
    select width_bucket(r.turn, ${bounds}::bigint[]) - 1 as place, ${content}
    from ${rowsBetween(bounds[0], bounds.at(-1))} r group by 1`)
  return new Map(rows.map((row) => [row.place, row]))
}

/** A row of the audit log with the names by which people can find it. */
export interface FoundRow {
  readonly kind: 'entry' | 'revision' | 'proof'
  readonly object: string
  /** Revision of an element; 0 for other objects. */
  readonly rev: string
  readonly mark: string
}

/** Returns the rows in a range of turns, in their order. */
export async function foundRows(reader: Reader, from: string, to: string): Promise<FoundRow[]> {
  return reader.rows<FoundRow>(sql`
    select r.kind, ${objectOf(sql`r`)} as object, r.rev, encode(substr(r.hash, 1, 8), 'hex') as mark
    from ${rowsBetween(from, to)} r ${inOrder}`)
}

/** Returns up to ten rows with a turn that no transaction can have had so far. */
export async function rowsOutsideTime(reader: Reader): Promise<Omit<FoundRow, 'mark'>[]> {
  const impossible = sql`turn < 0 or turn >= audit_turn(pg_snapshot_xmax(pg_current_snapshot()))`
  return reader.rows<Omit<FoundRow, 'mark'>>(sql`
    select r.kind, ${objectOf(sql`r`)} as object, r.rev from (
      select 'entry' as kind, null::uuid as app, id, 0::bigint as rev from audit where ${impossible}
      union all select 'revision', app, id, rev from element_history where ${impossible}
      union all select 'proof', app, id, rev from element_proof where ${impossible}
    ) r limit 10`)
}

function objectOf(row: Sql): Sql {
  const application = sql`(select p.namespace || '.' || p.code from application p where p.id = ${row}.app)`
  return sql`case when ${row}.app is null then (select a.object from audit a where a.id = ${row}.id)
    else concat('element:', ${application}, '/', ${row}.id) end`
}
