import type { Reader } from '../../foundation/db/database.ts'
import { Bound, sql } from '../../foundation/db/sql.ts'
import { groupsOfUser } from '../membership/membership.store.ts'

/** The data that users can read about themselves. */
export interface Me {
  readonly user: {
    readonly id: string
    readonly login: string
    readonly email: string | null
    readonly lastname: string
    readonly firstname: string
    readonly middlename: string
    readonly position: string | null
  }
  readonly administrator: boolean
  /** The groups that the user is in, directly or through other items. */
  readonly groups: readonly { id: string; namespace: string; code: string; name: string }[]
}

type MeRow = Me['user'] & { administrator: boolean }

export async function readMe(reader: Reader, userId: string): Promise<Me> {
  const user = sql`${new Bound(userId)}::uuid`
  const [row, groups] = await Promise.all([
    reader.row<MeRow>(sql`
      select id, login, email, lastname, firstname, middlename, position, administrator from users where id = ${user}`),
    reader.rows<Me['groups'][number]>(sql`
      select g.id, g.namespace, g.code, g.name from user_group g
      where g.id in ${groupsOfUser(user)} and g.deleted_at is null order by g.namespace, lower(g.code)`),
  ])
  const { administrator, ...own } = row!
  return { user: own, administrator, groups }
}
