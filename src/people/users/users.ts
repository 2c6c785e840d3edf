import { type Actor, recordAudit, systemActor } from '../../foundation/audit/index.ts'
import type { Database, Tx } from '../../foundation/db/database.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { createLists, type Page, readListRequest } from '../../query/index.ts'
import type { Caller } from '../caller.ts'
import { loginTaken } from '../errors.ts'
import { checkMailAddress } from './mail-address.ts'
import { userSource } from './user-source.ts'
import { insertUser } from './users.store.ts'

export interface UserInput {
  readonly login: string
  readonly email?: string | undefined
  readonly lastname?: string | undefined
  readonly firstname?: string | undefined
  readonly middlename?: string | undefined
  readonly administrator?: boolean | undefined
  readonly position?: string | undefined
}

export interface Users {
  list(caller: Caller, input: unknown): Promise<Page>
  /** Creates a user and returns the id. `actor` is the caller who creates the user; defaults to the system. */
  create(tx: Tx, user: UserInput, actor?: Actor): Promise<string>
}

export function createUsers(database: Database, clock: Clock, lists = createLists(database.reader)): Users {
  return {
    list: (caller, input) =>
      lists.page(readListRequest(input), userSource, {
        callerId: caller.userId,
        nowMs: clock.nowMs(),
      }),
    async create(tx, user, actor = systemActor) {
      checkMailAddress(user.email)
      const nowMs = clock.nowMs()
      const id = newId(nowMs)
      const { login, email, lastname = '', firstname = '', middlename = '', administrator = false, position } = user
      const fresh = { login, email, lastname, firstname, middlename, administrator, position }
      try {
        await insertUser(tx, { id, ...fresh, by: actor.userId, now: new Date(nowMs) })
      } catch (error) {
        if (isUniqueViolation(error, 'users_login'))
          throw loginTaken(`the login "${user.login}" is taken`, { field: 'login' })
        throw error
      }
      await recordAudit(tx, actor, { object: `user:${id}`, after: fresh })
      return id
    },
  }
}
