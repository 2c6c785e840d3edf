import type { Reader } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { VersionRow } from '../../foundation/live/index.ts'

/** Maximum number of unread notifications that are counted. */
const maxCounted = 100

/**
 * Returns a version for the notifications of each user; it changes with the newest notification and with the number
 * of unread ones, up to 100.
 */
export function notificationVersions(reader: Reader, userIds: readonly string[]): Promise<VersionRow[]> {
  return reader.rows<VersionRow>(sql`
    select u.id::text as id, concat_ws('/',
      (select n.id from notification n where n.user_id = u.id and n.is_listed
        order by n.created_at desc, n.id desc limit 1),
      (select count(*) from (select from notification n
        where n.user_id = u.id and n.read_at is null and n.is_listed limit ${maxCounted}) unread)) as version
    from unnest(${userIds}::uuid[]) u(id)`)
}

/** Returns which of these sessions and tokens no longer identify an active user. */
export async function endedCredentials(
  reader: Reader,
  ids: readonly string[],
  { now, createdAfter, usedAfter }: { now: Date; createdAfter: Date; usedAfter: Date },
): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select c.id::text as id from unnest(${ids}::uuid[]) c(id)
    where not exists (select from session s join users u on u.id = s.user_id
        where s.id = c.id and s.created_at > ${createdAfter} and s.last_used_at > ${usedAfter}
          and u.status = 2 and u.deleted_at is null)
      and not exists (select from token t join users u on u.id = t.user_id
        where t.id = c.id and t.revoked_at is null and (t.expires_at is null or t.expires_at > ${now})
          and u.status = 2 and u.deleted_at is null)`)
  return rows.map(({ id }) => id)
}
