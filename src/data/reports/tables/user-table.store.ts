import { sql } from '../../../foundation/db/sql.ts'
import { fullName } from '../../../foundation/db/user-name.ts'
import { type ReportTable, tableShape } from './report-table.ts'

/** The users and their departments, which every caller may see. */
export const userTable: ReportTable = {
  ...tableShape('system_users', {
    id: 'uuid',
    name: 'text',
    login: 'text',
    email: 'text',
    position: 'text',
    department: 'text',
    blocked: 'boolean',
    created_at: 'timestamptz',
  }),
  rows: () => sql`
    select u.id, ${fullName(sql`u`)} as name,
      u.login, u.email, u.position,
      -- The department nearest to the positions of the user.
      (with recursive seat (id, kind, parent, name, distance) as (
          select i.id, i.kind, i.parent, i.name, 0 from org_holder h join org_item i on i.id = h.item
          where h.user_id = u.id and i.deleted_at is null
          union all
          select i.id, i.kind, i.parent, i.name, s.distance + 1 from seat s join org_item i on i.id = s.parent
          where s.kind <> 'department' and i.deleted_at is null
        )
        select s.name from seat s where s.kind = 'department' order by s.distance, s.name limit 1) as department,
      u.status = 3 as blocked, u.created_at
    from users u where u.deleted_at is null`,
}
