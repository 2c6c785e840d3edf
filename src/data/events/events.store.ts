import type { Reader, Tx } from '../../foundation/db/database.ts'
import { Bound, type Sql, sql } from '../../foundation/db/sql.ts'
import { nilId } from '../../foundation/kit/ids.ts'
import type { ElementEvent, EventKind, WrittenRevision } from './event.ts'

/** A position in the order of events: that of an event, or the position before all events of a turn. */
export interface LogPosition {
  readonly turn: string
  readonly app: string
  readonly id: string
  readonly rev: string
  /** Orders the events of one revision: 0 for the revision, then the versions of files. */
  readonly part: string
}

/** Returns the position before all events of a turn. */
export const beforeTurn = (turn: string): LogPosition => ({ turn, app: nilId, id: nilId, rev: '0', part: '0' })

/** The SQL of the turn below which all transactions have ended, so that no event can be added below this turn. */
export const horizon = sql`audit_turn(pg_snapshot_xmin(pg_current_snapshot()))`

const revisionColumns = sql`h.turn, h.app, h.id, h.rev, 0::bigint as part,
  case h.action when 'create' then 'created' when 'delete' then 'deleted' when 'restore' then 'restored'
    else case when h.action = 'set-status' or h.changes ? '__status' then 'statusChanged' else 'updated' end end as kind,
  h.at, h.by, h.operation, h.request_id, h.published, h.changes, null::uuid as file, null::int as version`
export const versionColumns = sql`v.turn, v.app, v.id, v.rev, v.part, 'fileVersionAdded' as kind, v.at, v.by, v.operation,
  v.request_id, true as published, '{}'::jsonb as changes, v.file, v.version`
export const eventColumns = sql`e.turn, e.app::text, e.id::text, e.rev, e.part, e.kind, wire_time(e.at) as at, e.by::text,
  e.operation, e.request_id as "requestId", e.published as "isPublished", e.changes, e.file::text, e.version`

export interface EventRow extends LogPosition, Omit<ElementEvent, 'changes' | 'file' | 'kind' | keyof LogPosition> {
  /** Null in the only row when there are no events. */
  readonly kind: EventKind | null
  readonly changes: string
  readonly file: string | null
  readonly version: number | null
  readonly until: string
}

export interface EventPage {
  readonly events: readonly ElementEvent[]
  /**
   * The position after these events. When the page is not full, the position is also after every turn below the
   * horizon.
   */
  readonly next: LogPosition
  readonly isFull: boolean
}

/**
 * Returns the next events after a position in the order of events: by turn, application, element, revision. Leaves out
 * events of turns that are not complete because a transaction is still running.
 */
export async function eventsAfter(reader: Reader, position: LogPosition, limit: number): Promise<EventPage> {
  const turn = sql`${new Bound(position.turn)}::bigint`
  const app = sql`${new Bound(position.app)}::uuid`
  const id = sql`${new Bound(position.id)}::uuid`
  const rev = sql`${new Bound(position.rev)}::bigint`
  const part = sql`${new Bound(position.part)}::bigint`
  const most = sql`${new Bound(limit)}::int`
  const until = sql`(select until from horizon)`
  const rows = await reader.rows<EventRow>(sql`
    with horizon as materialized (select ${horizon} as until),
    -- The rest of the present turn and later turns are read apart, so that each part follows an index.
    found as (
      (select ${revisionColumns} from element_history h
        where h.turn = ${turn} and h.turn < ${until} and (h.app, h.id, h.rev) > (${app}, ${id}, ${rev})
        order by h.app, h.id, h.rev limit ${most})
      union all
      (select ${revisionColumns} from element_history h where h.turn > ${turn} and h.turn < ${until}
        order by h.turn, h.app, h.id, h.rev limit ${most})
      union all
      (select ${versionColumns} from element_file_version v
        where (v.turn, v.app, v.id, v.rev, v.part) > (${turn}, ${app}, ${id}, ${rev}, ${part}) and v.turn < ${until}
        order by v.turn, v.app, v.id, v.rev, v.part limit ${most})
    )
    select ${eventColumns}, h.until from horizon h
      left join (select * from found order by turn, app, id, rev, part limit ${most}) e on true
    order by e.turn, e.app, e.id, e.rev, e.part`)
  const found = rows.filter(({ kind }) => kind !== null)
  const isFull = found.length === limit
  const last = isFull ? positionOf(found.at(-1)!) : later(position, beforeTurn(rows[0]!.until))
  return { events: found.map(toEvent), next: last, isFull }
}

const positionOf = ({ turn, app, id, rev, part }: EventRow): LogPosition => ({ turn, app, id, rev, part })
const later = (one: LogPosition, other: LogPosition): LogPosition =>
  BigInt(other.turn) > BigInt(one.turn) ? other : one

export function toEvent(row: EventRow): ElementEvent {
  const { kind, app, id, rev, at, by, operation, requestId, isPublished, changes, file, version, turn } = row
  return {
    kind: kind!,
    ...{ app, id, rev, at, by, operation, requestId, isPublished },
    changes: JSON.parse(changes),
    ...(file !== null && { file: { id: file, version: version! } }),
    turn,
  }
}

/** Returns the events of revisions that this transaction has written. */
export async function eventsOf(tx: Tx, written: readonly WrittenRevision[]): Promise<ElementEvent[]> {
  const column = (name: keyof WrittenRevision): string[] => written.map((one) => one[name])
  const rows = await tx.rows<EventRow>(sql`
    select ${eventColumns} from (
      select ${revisionColumns} from element_history h
      join unnest(${column('app')}::uuid[], ${column('id')}::uuid[], ${column('rev')}::bigint[]) w(app, id, rev)
        on w.app = h.app and w.id = h.id and w.rev = h.rev) e
    order by e.turn, e.app, e.id, e.rev`)
  return rows.map(toEvent)
}

/**
 * Returns the turn of the newest committed change whose event cannot be read because a transaction is still running,
 * and undefined when all events can be read.
 */
export async function newestHeldBack(reader: Reader): Promise<string | undefined> {
  const newest = (table: Sql): Sql => sql`(select max(turn) from ${table})`
  const row = await reader.row<{ turn: string }>(sql`
    select turn from (select greatest(${newest(sql`element_history`)}, ${newest(sql`element_file_version`)}) as turn) n
    where turn >= ${horizon}`)
  return row?.turn
}

/** Returns whether the events of a turn can be read. */
export async function isReadable(reader: Reader, turn: string): Promise<boolean> {
  const row = await reader.row<{ found: boolean }>(sql`select ${new Bound(turn)}::bigint < ${horizon} as found`)
  return row!.found
}

/**
 * Returns whether there may be events after the position of a reader, and whether `isNeeded` is true. The query is cheap
 * enough to run every second, because it reads only the first turn at or after the position. In the middle of a turn
 * the result may be true although there are no events.
 */
export async function mayHaveEvents(
  reader: Reader,
  name: string,
  isNeeded: Sql,
): Promise<{ found: boolean; needed: boolean }> {
  const first = (table: Sql): Sql => sql`(select t.turn from ${table} t where t.turn >= r.turn order by t.turn limit 1)`
  const row = await reader.row<{ found: boolean; needed: boolean }>(sql`
    select coalesce(least(${first(sql`element_history`)}, ${first(sql`element_file_version`)}) < ${horizon}, false) as found,
      (${isNeeded}) as needed
    from event_reader r where r.name = ${name}`)
  return row ?? { found: false, needed: false }
}

/**
 * Returns the SQL for the turn of a change of the element `row`: the turn of the transaction, or the turn of the
 * element's last change when that is higher. So the turns of an element follow the order of its changes. Otherwise,
 * when a transaction with a lower number changes an element after one with a higher number, the later event would come
 * first.
 */
export function nextTurn(row: Sql): Sql {
  return sql`greatest(audit_turn(pg_current_xact_id()), ${row}.turn)`
}
