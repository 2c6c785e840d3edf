import type { Reader } from '../db/database.ts'
import { Bound, sql } from '../db/sql.ts'
import { rowDigest } from './row-digest.ts'

/** The element after which verification continues. */
export interface ElementPlace {
  readonly app: string
  readonly id: string
}

export type Verdict =
  | 'gone'
  | 'without history'
  | 'unproved'
  | 'unexplained'
  | 'changed between'
  | 'revision'
  | 'changed'

export interface WrongElement {
  /** Object of the element in the form of the audit log. */
  readonly object: string
  readonly verdict: Verdict
  /** Revision that the verdict is about; null for an element without history. */
  readonly rev: number | null
}

export interface CheckedElements {
  readonly elements: number
  readonly revisions: number
  /** Number of revisions that were made before digests existed. */
  readonly unproved: number
  /** The last element checked; undefined when no elements follow the given place. */
  readonly last: ElementPlace | undefined
  readonly wrong: readonly WrongElement[]
}

/**
 * Compares the next elements, ordered by application and id, with their histories. One statement reads both, so that a
 * concurrent write appears in both or in neither.
 */
export async function checkElements(reader: Reader, after: ElementPlace, limit: number): Promise<CheckedElements> {
  const place = sql`(${new Bound(after.app)}::uuid, ${new Bound(after.id)}::uuid)`
  const most = sql`${new Bound(limit)}::int`
  const row = await reader.row<Omit<CheckedElements, 'last' | 'wrong'> & { last: string | null; wrong: string }>(sql`
    with chosen as materialized (
      select app, id from (
        (select distinct app, id from element_history where (app, id) > ${place} order by app, id limit ${most})
        union
        (select app, id from element where (app, id) > ${place} order by app, id limit ${most})
      ) u order by app, id limit ${most}
    ), events as (
      select h.app, h.id, h.rev, 0::bigint as no, h.digest_before as before, h.digest_after as after, true as explained
      from chosen c join element_history h on h.app = c.app and h.id = c.id
      union all
      select p.app, p.id, p.rev, p.no, p.digest_before, p.digest_after,
        exists (select from audit a where a.turn = p.turn)
      from chosen c join element_proof p on p.app = c.app and p.id = c.id
    ), chained as (
      select *, lag(after) over (partition by app, id order by rev, no) as expected from events
    ), history as (
      select app, id, count(*) filter (where no = 0) as revisions, max(rev) filter (where no = 0) as last,
        count(*) filter (where after is null) as unproved,
        (array_agg(after order by rev desc, no desc))[1] as digest,
        min(rev) filter (where before is distinct from expected) as broken,
        min(rev) filter (where not explained) as unexplained
      from chained group by app, id
    ), judged as (
      select c.app, c.id, h.revisions, h.unproved,
        case when e.id is null then 'gone' when h.last is null then 'without history'
          when h.unexplained is not null then 'unexplained' when h.broken is not null then 'changed between'
          when h.digest is null then 'unproved' when e.rev <> h.last then 'revision'
          when ${rowDigest(sql`e`)} <> h.digest then 'changed' end as verdict,
        coalesce(case when e.id is not null then coalesce(h.unexplained, h.broken) end, h.last) as rev
      from chosen c left join history h on h.app = c.app and h.id = c.id
        left join element e on e.app = c.app and e.id = c.id
    )
    select count(*)::int as elements, coalesce(sum(revisions), 0)::int as revisions,
      coalesce(sum(unproved), 0)::int as unproved,
      (select app || '/' || id from chosen order by app desc, id desc limit 1) as last,
      coalesce(json_agg(json_build_object('verdict', verdict, 'rev', rev, 'object', concat('element:',
          coalesce((select p.namespace || '.' || p.code from application p where p.id = j.app), j.app::text), '/', j.id))
        order by j.app, j.id) filter (where verdict is not null), '[]')::text as wrong
    from judged j`)
  const { last, wrong, ...counts } = row!
  const [app, id] = last?.split('/') ?? []
  return { ...counts, last: app === undefined || id === undefined ? undefined : { app, id }, wrong: JSON.parse(wrong) }
}
