import { type Actor, recordAudit, systemActor } from '../../foundation/audit/index.ts'
import type { Database, Tx } from '../../foundation/db/database.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { createLists, type Lists, type Page, readListRequest } from '../../query/index.ts'
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

export class Users {
  readonly #clock: Clock
  readonly #lists: Lists

  constructor(database: Database, clock: Clock, lists: Lists = createLists(database.reader)) {
    this.#clock = clock
    this.#lists = lists
  }

  list(caller: Caller, input: unknown): Promise<Page> {
    return this.#lists.page(readListRequest(input), userSource, {
      callerId: caller.userId,
      nowMs: this.#clock.nowMs(),
    })
  }

  /** Creates a user and returns the id. `actor` is the caller who creates the user; defaults to the system. */
  async create(tx: Tx, user: UserInput, actor: Actor = systemActor): Promise<string> {
    checkMailAddress(user.email)
    const nowMs = this.#clock.nowMs()
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
  }
}
