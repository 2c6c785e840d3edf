import type { Reader } from '../../foundation/db/database.ts'
import { Bound, sql } from '../../foundation/db/sql.ts'

/**
 * Returns the holder of the nearest filled position above the positions of a user; undefined when there is none.
 * Skips the user and users who are not active.
 */
export async function findSupervisor(reader: Reader, userId: string): Promise<string | undefined> {
  const user = sql`${new Bound(userId)}::uuid`
  const found = await reader.row<{ id: string }>(sql`
    with recursive up (id, parent, kind, height) as (
      select i.id, i.parent, i.kind, 0 from org_holder h join org_item i on i.id = h.item
      where h.user_id = ${user} and i.deleted_at is null
      union all
      select i.id, i.parent, i.kind, up.height + 1 from up join org_item i on i.id = up.parent
      where i.deleted_at is null and up.height < 100
    )
    select u.id::text from up join org_holder h on h.item = up.id join users u on u.id = h.user_id
    where up.kind = 'position' and up.height > 0 and u.id <> ${user} and u.status = 2 and u.deleted_at is null
    order by up.height, up.id limit 1`)
  return found?.id
}
