import type { Reader, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Caller } from './caller.ts'

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

export async function firstAdministrator(reader: Reader): Promise<{ id: string } | undefined> {
  return reader.row<{ id: string }>(sql`
    select id from users where administrator and status = 2 and deleted_at is null order by created_at, id limit 1`)
}

export async function userByLogin(reader: Reader, login: string): Promise<{ id: string } | undefined> {
  return reader.row<{ id: string }>(sql`
    select id from users where lower(login) = lower(${login}) and deleted_at is null`)
}

/** The user as a caller of work that goes on without a request; undefined once blocked or removed. */
export async function activeCaller(reader: Reader, userId: string): Promise<Caller | undefined> {
  const row = await reader.row<{ administrator: boolean }>(sql`
    select administrator from users where id = ${userId} and status = 2 and deleted_at is null`)
  return row && { userId, tokenId: '', administrator: row.administrator }
}
