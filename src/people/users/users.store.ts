import type { Reader, Tx } from '../../foundation/db/database.ts'
import { id, join, sql } from '../../foundation/db/sql.ts'

export interface NewUser {
  readonly id: string
  readonly login: string
  readonly email: string | undefined
  readonly lastname: string
  readonly firstname: string
  readonly middlename: string
  readonly administrator: boolean
  readonly position: string | undefined
  readonly by: string
  readonly now: Date
}

export async function insertUser(tx: Tx, user: NewUser): Promise<void> {
  await tx.rows(sql`
    insert into users (id, login, email, lastname, firstname, middlename, administrator, position,
      created_at, created_by, updated_at, updated_by)
    values (${user.id}, ${user.login}, ${user.email}, ${user.lastname}, ${user.firstname}, ${user.middlename},
      ${user.administrator}, ${user.position}, ${user.now}, ${user.by}, ${user.now}, ${user.by})`)
}

const columns = ['login', 'email', 'lastname', 'firstname', 'middlename', 'position', 'administrator'] as const
const statusNumbers = { invited: 1, active: 2, blocked: 3 } as const

/** Changes of a user; an absent field is left unchanged. */
export interface UserChange {
  readonly login?: string | undefined
  readonly email?: string | null | undefined
  readonly lastname?: string | undefined
  readonly firstname?: string | undefined
  readonly middlename?: string | undefined
  readonly position?: string | null | undefined
  readonly administrator?: boolean | undefined
  readonly status?: keyof typeof statusNumbers | undefined
}

/** Locks the user until the transaction ends and returns the current values; undefined when the user does not exist. */
export async function lockUser(tx: Tx, userId: string): Promise<Required<UserChange> | undefined> {
  return tx.row<Required<UserChange>>(sql`
    select login, email, lastname, firstname, middlename, position, administrator,
      case status when 1 then 'invited' when 2 then 'active' else 'blocked' end as status
    from users where id = ${userId} and deleted_at is null for update`)
}

export async function updateUser(
  tx: Tx,
  userId: string,
  change: UserChange,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  const given = columns.filter((name) => change[name] !== undefined).map((name) => sql`${id(name)} = ${change[name]}`)
  if (change.status !== undefined) given.push(sql`status = ${statusNumbers[change.status]}`)
  await tx.rows(sql`
    update users set ${join([...given, sql`updated_at = ${at}`, sql`updated_by = ${by}`])}
    where id = ${userId} and deleted_at is null`)
}

/** Locks the active administrators until the transaction ends and returns their ids. */
export async function lockAdministrators(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from users where administrator and status = 2 and deleted_at is null order by id for update`)
  return rows.map((row) => row.id)
}

/** Returns the active administrator who was created first; undefined when there is none. */
export async function firstAdministrator(reader: Reader): Promise<{ id: string } | undefined> {
  return reader.row<{ id: string }>(sql`
    select id from users where administrator and status = 2 and deleted_at is null order by created_at, id limit 1`)
}

/** Returns the ids of the active administrators; invited and blocked ones are left out. */
export async function activeAdministrators(reader: Reader): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(
    sql`select id::text from users where administrator and status = 2 and deleted_at is null order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the user with this login in any case, blocked users included; undefined when there is none. */
export async function userByLogin(reader: Reader, login: string): Promise<{ id: string } | undefined> {
  return reader.row<{ id: string }>(sql`
    select id from users where lower(login) = lower(${login}) and deleted_at is null`)
}

/** Returns the user; undefined when the user is blocked, not yet active, or deleted. */
export async function activeUser(reader: Reader, userId: string): Promise<{ administrator: boolean } | undefined> {
  return reader.row<{ administrator: boolean }>(sql`
    select administrator from users where id = ${userId} and status = 2 and deleted_at is null`)
}
