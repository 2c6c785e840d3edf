import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import type { StartFailure } from './start-failures.store.ts'

/** The trigger of a start event: the settings of a row of `process_start`. */
export type StartSettings =
  | {
      readonly kind: 'timer'
      readonly timer: 'date' | 'duration' | 'cycle'
      /** Time as a text, or the expression that gives the time. */
      readonly value: { readonly text: string } | { readonly expression: string }
      readonly calendar?: string
      readonly timeZone?: string
    }
  | { readonly kind: 'message' | 'signal'; readonly name: string }
  | {
      readonly kind: 'elementEvent'
      /** Path and id of the application. */
      readonly app: string
      readonly appId: string
      readonly event: string
      readonly status?: string
      /** Text of the condition. */
      readonly condition?: string
      readonly variable?: string
      /** Whether the start comes from the settings of the template and has no start event in the diagram. */
      readonly isFromSettings?: true
    }

export interface StartRow {
  readonly element: string
  readonly version: number
  readonly settings: StartSettings
}

export interface StoredStart extends StartRow {
  readonly template: string
  readonly dueAt: string | null
  readonly remaining: number | null
  readonly armedAt: string
  readonly isPlanned: boolean
  /** Number of starts that failed since the publication, and the newest failure. */
  readonly failures: number
  readonly lastFailure: StartFailure | null
}

const columns = sql`template::text, element, version, settings, due_at as "dueAt", remaining, armed_at as "armedAt",
  is_planned as "isPlanned", failures, last_failure as "lastFailure"`

/** Returns the automatic starts of a template, ordered by the ids of the start events. */
export async function startsOf(reader: Reader, template: string): Promise<StoredStart[]> {
  const rows = await reader.rows<Stored>(
    sql`select ${columns} from process_start where template = ${template} order by element`,
  )
  return rows.map(parsed)
}

/** A row as the database returns it, with JSON as strings. */
type Stored = Omit<StoredStart, 'settings' | 'lastFailure'> & {
  readonly settings: string
  readonly lastFailure: string | null
}

const parsed = <R extends Stored>(
  row: R,
): Omit<R, 'settings' | 'lastFailure'> & Pick<StoredStart, 'settings' | 'lastFailure'> => ({
  ...row,
  settings: JSON.parse(row.settings),
  lastFailure: row.lastFailure === null ? null : JSON.parse(row.lastFailure),
})

/** Replaces the automatic starts of a template. An unchanged timer keeps its next time. */
export async function replaceStarts(
  tx: Tx,
  { template, at, rows }: { readonly template: string; readonly at: Date; readonly rows: readonly StartRow[] },
): Promise<void> {
  const before = new Map((await startsOf(tx, template)).map((row) => [row.element, row]))
  await tx.rows(sql`delete from process_start where template = ${template}`)
  for (const { element, version, settings } of rows) {
    const known = before.get(element)
    const kept =
      known !== undefined && settings.kind === 'timer' && isSame(known.settings, settings) ? known : undefined
    const due = settings.kind === 'timer' ? (kept === undefined ? at : kept.dueAt) : null
    const name = 'name' in settings ? settings.name : null
    const app = settings.kind === 'elementEvent' ? settings.appId : null
    await tx.rows(sql`
      insert into process_start (template, element, version, kind, due_at, name, app, settings, remaining, armed_at,
        is_planned)
      values (${template}, ${element}, ${version}, ${settings.kind}, ${due}, ${name}, ${app},
        ${JSON.stringify(settings)}::jsonb, ${kept?.remaining ?? null}, ${kept?.armedAt ?? at},
        ${kept?.isPlanned ?? false})`)
  }
}

/** Returns whether two settings are equal, regardless of the order of keys, which jsonb does not keep. */
function isSame(one: StartSettings, other: StartSettings): boolean {
  const text = (settings: object) => JSON.stringify(Object.entries(settings).sort())
  return text(one) === text(other)
}

/** Locks and returns a due start timer that no other node has locked. */
export async function lockDueTimer(tx: Tx): Promise<(StoredStart & { readonly by: string }) | undefined> {
  const row = await tx.row<Stored & { readonly by: string }>(sql`
    select ${columns}, (select v.created_by::text from process_version v
      where v.template = s.template and v.version = s.version) as by
    from process_start s where due_at <= platform_now() order by due_at limit 1 for update of s skip locked`)
  return row && parsed(row)
}

export async function planTimer(
  tx: Tx,
  { template, element }: StoredStart,
  next: { readonly due: Date; readonly remaining?: number } | undefined,
): Promise<void> {
  await tx.rows(sql`
    update process_start set is_planned = true, due_at = ${next?.due ?? null}, remaining = ${next?.remaining ?? null}
    where template = ${template} and element = ${element}`)
}

/** Returns the starts that element events of these applications cause, without the starts of retired templates. */
export async function startsByElements(reader: Reader, apps: readonly string[]): Promise<StoredStart[]> {
  const rows = await reader.rows<Stored>(sql`
    select ${columns} from process_start s where app = any(${apps}::uuid[])
      and exists (select from process_template t where t.id = s.template and t.retired_at is null)
    order by template, element`)
  return rows.map(parsed)
}

/** A condition in SQL: at least one process can be started by events of elements. */
export const hasStartsByElements = sql`exists (select from process_start where app is not null)`

/**
 * Returns the time until a start timer, a pending start or a broadcast is due, in milliseconds; negative when it is
 * overdue; undefined when there is none.
 */
export async function untilNextStartMs(reader: Reader): Promise<number | undefined> {
  const row = await reader.row<{ ms: number | null }>(sql`
    select (extract(epoch from least(
      (select min(due_at) from process_start where due_at is not null),
      (select min(due_at) from process_pending_start),
      (select platform_now() from process_broadcast limit 1)) - platform_now()) * 1000)::float8 as ms`)
  return row?.ms ?? undefined
}

/** Returns the newest version of a template; undefined for a template that is retired or was never published. */
export async function newestVersion(reader: Reader, template: string): Promise<number | undefined> {
  const row = await reader.row<{ version: number }>(
    sql`select version from process_template where id = ${template} and retired_at is null and version > 0`,
  )
  return row?.version
}

/** Returns the start time of the n-th newest instance of a template; undefined when there are fewer instances. */
export async function nthNewestStart(reader: Reader, template: string, n: number): Promise<string | undefined> {
  const row = await reader.row<{ at: string }>(sql`
    select created_at as at from process_instance where template = ${template}
    order by created_at desc, id desc offset ${n - 1} limit 1`)
  return row?.at
}
