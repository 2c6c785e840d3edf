import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../caller.ts'
import { userNotFound } from '../errors.ts'
import type { Attempts } from './attempts.ts'
import { passwordExists, passwordWrong } from './errors.ts'
import type { PasswordHashes } from './password-hash.ts'
import { refuseWeak } from './password-rules.ts'
import { insertPassword, lockPassword, type PasswordOwner, passwordOwner, writePassword } from './passwords.store.ts'
import { deleteSessionsOf } from './sessions.store.ts'
import type { Sessions } from './sessions.ts'

export interface PasswordDeps {
  readonly database: Database
  readonly clock: Clock
  readonly hashes: PasswordHashes
  readonly attempts: Attempts
  readonly sessions: Sessions
}

export class Passwords {
  readonly #deps: PasswordDeps

  /**
   * Creates the operations on passwords. `set` and `change` end all sessions of the user except the caller's own
   * session; `setFirst` ends none.
   */
  constructor(deps: PasswordDeps) {
    this.#deps = deps
  }

  /**
   * Sets the password of any user; meant for administrators. Also unlocks a login that failed attempts had locked.
   */
  async set(caller: Caller, userId: string, password: string): Promise<void> {
    const { id, login } = await this.#ownerOf(userId)
    refuseWeak(password, login)
    await this.#write(caller, id, password)
    await this.#deps.attempts.forgive(login)
  }

  /** Sets the first password of the caller and returns its hash. Throws `password.exists` and `password.too_weak`. */
  async setFirst(caller: Caller, password: string): Promise<string> {
    const { id, login, hash: present } = await this.#ownerOf(caller.userId)
    const exists = passwordExists('this user has a password already; sign in with it')
    if (present !== null) throw exists
    refuseWeak(password, login)
    const hash = await this.#deps.hashes.make(password)
    await this.#deps.database.transaction(async (tx) => {
      const stamp = { by: caller.userId, at: new Date(this.#deps.clock.nowMs()) }
      if (!(await insertPassword(tx, id, hash, stamp))) throw exists
      await recordAudit(tx, caller, { object: `password:${id}`, after: {} })
    })
    return hash
  }

  /** Changes the caller's own password. A wrong `current` counts as a failed attempt to sign in. */
  async change(
    caller: Caller,
    { current, password, address }: { current: string; password: string; address: string },
  ): Promise<void> {
    const { id, login, hash } = await this.#ownerOf(caller.userId)
    refuseWeak(password, login)
    await this.#deps.attempts.count({ login, address })
    if (!(await this.#deps.hashes.fits(current, hash ?? undefined))) throw wrongCurrentPassword()
    await this.#write(caller, id, password, hash!)
    await this.#deps.attempts.succeeded({ login, address })
  }

  async #write(caller: Caller, userId: string, password: string, verifiedHash?: string): Promise<void> {
    const hash = await this.#deps.hashes.make(password)
    await this.#deps.database.transaction(async (tx) => {
      if (verifiedHash !== undefined && !(await lockPassword(tx, userId, verifiedHash))) throw wrongCurrentPassword()
      await writePassword(tx, userId, hash, { by: caller.userId, at: new Date(this.#deps.clock.nowMs()) })
      await deleteSessionsOf(tx, userId, caller.sessionId)
      await recordAudit(tx, caller, { object: `password:${userId}`, after: {} })
    })
    this.#deps.sessions.forget()
  }

  async #ownerOf(userId: string): Promise<PasswordOwner> {
    const owner = isUuid(userId) ? await passwordOwner(this.#deps.database.reader, { id: userId }) : undefined
    if (owner === undefined) throw userNotFound('there is no such user')
    return owner
  }
}

function wrongCurrentPassword(): Error {
  return passwordWrong('"current" is not the current password', { field: 'current' })
}
