import type { Reader } from '../../../src/foundation/db/database.ts'
import { sql } from '../../../src/foundation/db/sql.ts'
import type { StoredRun } from './judge-imports.ts'
import type { StoredChange, StoredDelivery } from './judge-webhooks.ts'

const appOf = (code: string) => sql`(select id from application where namespace = 'storm' and code = ${code})`

/** Returns how often the lines of each import are stored. */
export async function storedLines(reader: Reader): Promise<StoredRun[]> {
  return reader.rows<StoredRun>(sql`
    select body ->> 'run' as run, count(*)::int as elements, count(distinct body ->> 'line')::int as lines,
      max((body ->> 'line')::int) as last
    from element where app = ${appOf('goods')} group by 1`)
}

/** Returns every revision of the orders. */
export async function storedChanges(reader: Reader): Promise<StoredChange[]> {
  return reader.rows<StoredChange>(sql`
    select h.id::text as id, h.rev::int as rev, h.action, coalesce(h.changes -> 'mark' ->> 1,
      -- The history of a creation has no values: the next change, or else the element, has them.
      case when h.rev = 1 then coalesce((select n.changes -> 'mark' ->> 0 from element_history n
        where n.app = h.app and n.id = h.id and n.changes ? 'mark' order by n.rev limit 1), e.body ->> 'mark') end,
      '') as mark
    from element_history h join element e on e.app = h.app and e.id = h.id
    where h.app = ${appOf('orders')} order by h.id, h.rev`)
}

/** Returns the deliveries of all webhooks. */
export async function storedDeliveries(reader: Reader): Promise<StoredDelivery[]> {
  return reader.rows<StoredDelivery>(sql`
    select d.id::text as id, d.element::text as element, (d.details ->> 'rev')::int as rev, d.state
    from webhook_delivery d`)
}
