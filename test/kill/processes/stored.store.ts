import type { Reader } from '../../../src/foundation/db/database.ts'
import { sql } from '../../../src/foundation/db/sql.ts'
import type { State } from '../../../src/process/engine/advance/index.ts'

/** An instance with everything that belongs to it, as stored at one moment. */
export interface StoredInstance {
  readonly id: string
  readonly code: string
  readonly template: string
  readonly version: number
  readonly rev: number
  readonly state: string
  readonly context: Readonly<Record<string, unknown>>
  readonly execution: Omit<State, 'variables'> | null
  readonly parent: string | null
  readonly hasEnded: boolean
  readonly history: readonly StoredAdvance[]
  readonly waits: readonly { readonly id: string; readonly kind: string; readonly element: string; due: boolean }[]
  readonly tasks: readonly { readonly id: string; readonly element: string; readonly state: string }[]
  /** Ids of the open incidents; `points` has the open restore points, `children` the running called instances. */
  readonly incidents: readonly string[]
  readonly points: readonly string[]
  readonly children: readonly string[]
  /** Ids of the elements of the version, in the order of the program's nodes. */
  readonly elements: readonly string[]
}

export interface StoredAdvance {
  readonly rev: number
  readonly stimulus: { readonly type: string; readonly wait?: string; readonly at?: string }
  readonly events: readonly StoredEvent[]
}

interface StoredEvent {
  readonly type: string
  readonly element: string
  readonly token?: number
  readonly durationMs?: number
  readonly message?: string
}

/** Returns instances in the order of their ids, after an id. One statement reads them, as of one moment. */
export async function storedInstances(
  reader: Reader,
  {
    after,
    size,
    onlyRunning = false,
  }: { readonly after: string; readonly size: number; readonly onlyRunning?: boolean },
): Promise<StoredInstance[]> {
  const rows = await reader.rows<{ one: string }>(sql`
    select jsonb_build_object('id', i.id, 'code', t.code, 'template', i.template, 'version', i.version, 'rev', i.rev,
      'state', i.state, 'context', i.context, 'execution', i.execution, 'parent', i.parent,
      'hasEnded', i.ended_at is not null,
      'elements', (select jsonb_agg(n.node ->> 'id' order by n.place)
        from process_version v, jsonb_array_elements(v.program -> 'nodes') with ordinality n(node, place)
        where v.template = i.template and v.version = i.version),
      'history', (select coalesce(jsonb_agg(jsonb_build_object('rev', h.rev, 'stimulus', h.stimulus,
        'events', h.events) order by h.rev, h.at), '[]') from process_history h where h.instance = i.id),
      'waits', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'kind', w.kind, 'element', w.element,
        'due', w.due_at is not null)), '[]') from process_wait w where w.instance = i.id),
      'tasks', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'element', k.element, 'state', k.state)), '[]')
        from process_task k where k.instance = i.id),
      'incidents', (select coalesce(jsonb_agg(n.id), '[]') from process_incident n
        where n.instance = i.id and n.state = 'open'),
      'points', (select coalesce(jsonb_agg(p.id), '[]') from process_restore_point p
        where p.instance = i.id and p.state = 'open'),
      'children', (select coalesce(jsonb_agg(c.id), '[]') from process_instance c
        where c.parent = i.id and c.ended_at is null)) as one
    from process_instance i join process_template t on t.id = i.template
    where i.id > ${after} and (${!onlyRunning} or i.ended_at is null) order by i.id limit ${size}`)
  return rows.map(({ one }) => (typeof one === 'string' ? JSON.parse(one) : one))
}

/** The remaining work, and the effects of finished work outside of the instances. */
export interface StoredRest {
  readonly contracts: readonly { readonly subject: string; readonly rev: number; readonly number: number }[]
  /** Sentences about work that is not done: jobs, starts, broadcasts, batches, and rows without an instance. */
  readonly left: readonly string[]
  /** Templates whose count of instances is wrong. */
  readonly miscounted: readonly string[]
}

export async function storedRest(reader: Reader): Promise<StoredRest> {
  // Only the processes create contracts.
  const contracts = await reader.rows<StoredRest['contracts'][number]>(sql`
    select body ->> 'subject' as subject, rev::int as rev, idx::int as number from element
    where app = (select id from application where namespace = 'docs' and code = 'contracts')`)
  const left = await reader.rows<{ what: string }>(sql`
    select 'job ' || id || ' of ' || name || ' is ' || state as what from pgboss.job
      -- A batch that was answered at once leaves a job that looks after it later, perhaps since the servers were stopped.
      where name in ('process-work', 'process-batches') and state not in ('completed', 'cancelled')
        and start_after <= now() - interval '15 s'
    union all select 'start ' || id || ' is pending' from process_pending_start
    union all select 'broadcast ' || id || ' is under way' from process_broadcast
    union all select 'batch ' || id || ' is ' || state from job where state in ('queued', 'running')
    union all select 'batch ' || b.id || ' counts ' || b.processed || ' of ' || b.total from job b
      where b.processed <> b.total
        or b.processed - b.failed <> (select count(*) from job_item i where i.job = b.id and i.state in ('done', 'skipped'))
    union all select 'wait ' || w.id || ' of kind ' || w.kind || ' has no instance' from process_wait w
      where not exists (select from process_instance i where i.id = w.instance)`)
  const miscounted = await reader.rows<{ code: string }>(sql`
    select t.code from process_template t
    where (select coalesce(sum(c.all_rows), 0) from process_count c where c.template = t.id)
        <> (select count(*) from process_instance i where i.template = t.id)
      or (select coalesce(sum(c.active), 0) from process_count c where c.template = t.id)
        <> (select count(*) from process_instance i where i.template = t.id and i.ended_at is null)`)
  return { contracts, left: left.map(({ what }) => what), miscounted: miscounted.map(({ code }) => code) }
}
