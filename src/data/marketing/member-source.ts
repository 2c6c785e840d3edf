import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import { predicate, readFilter, type Source } from '../../query/index.ts'
import type { OpenApplication } from '../elements/source/opened-application.ts'
import type { SegmentQuery, StoredSegment } from './segments.store.ts'
import { subscriberSource } from './subscriber-source.ts'

/**
 * Returns the source of the subscribers of a segment. A dynamic segment has the subscribers whose element is visible
 * to the caller and matches the filter. For a dynamic segment, throws `application.not_found`,
 * `application.read_only` and the errors of filters.
 */
export function memberSource(
  { id, preference, query }: StoredSegment,
  caller: Caller,
  deps: { readonly open: OpenApplication; readonly clock: Clock },
): Source {
  const only =
    query === null
      ? (row: Sql) => sql`${row}.id in (select m.subscriber from marketing_member m where m.segment = ${id})`
      : selectedBy(query, caller, deps)
  return subscriberSource({ only, preference })
}

function selectedBy(
  { namespace, code, filter }: SegmentQuery,
  caller: Caller,
  { open, clock }: { readonly open: OpenApplication; readonly clock: Clock },
): (row: Sql) => Sql {
  const { source, find } = open(caller, { namespace, code })
  const condition = readFilter(filter)
  const element = sql`selected`
  const matches =
    condition === undefined
      ? sql`true`
      : predicate(condition, source, element, { find, callerId: caller.userId, nowMs: clock.nowMs() }).sql
  return (
    row,
  ) => sql`(${row}.contact_namespace = ${namespace} and ${row}.contact_code = ${code} and ${row}.contact_id in (
    select ${source.id(element)} from ${source.relation} ${element}
    where ${source.scope(element, true)} and ${source.live(element)} and ${matches}))`
}
