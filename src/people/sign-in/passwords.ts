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

export interface Passwords {
  /** Sets the password of any user; meant for administrators. Also unlocks a login that failed attempts had locked. */
  set(caller: Caller, userId: string, password: string): Promise<void>
  /** Sets the first password of the caller and returns its hash. Throws `password.exists`. */
  setFirst(caller: Caller, password: string): Promise<string>
  /** Changes the caller's own password. A wrong `current` counts as a failed attempt to sign in. */
  change(caller: Caller, given: { current: string; password: string; address: string }): Promise<void>
}

export interface PasswordDeps {
  readonly database: Database
  readonly clock: Clock
  readonly hashes: PasswordHashes
  readonly attempts: Attempts
  readonly sessions: Sessions
}

/**
 * Creates the operations on passwords. A changed password ends all sessions of its user except the caller's own
 * session.
 */
export function createPasswords({ database, clock, hashes, attempts, sessions }: PasswordDeps): Passwords {
  async function write(caller: Caller, userId: string, password: string, verifiedHash?: string): Promise<void> {
    const hash = await hashes.make(password)
    await database.transaction(async (tx) => {
      if (verifiedHash !== undefined && !(await lockPassword(tx, userId, verifiedHash))) throw wrongCurrentPassword()
      await writePassword(tx, userId, hash, { by: caller.userId, at: new Date(clock.nowMs()) })
      await deleteSessionsOf(tx, userId, caller.sessionId)
      await recordAudit(tx, caller, { object: `password:${userId}`, after: {} })
    })
    sessions.forget()
  }

  async function ownerOf(userId: string): Promise<PasswordOwner> {
    const owner = isUuid(userId) ? await passwordOwner(database.reader, { id: userId }) : undefined
    if (owner === undefined) throw userNotFound('there is no such user')
    return owner
  }

  return {
    async set(caller, userId, password) {
      const { id, login } = await ownerOf(userId)
      refuseWeak(password, login)
      await write(caller, id, password)
      await attempts.forgive(login)
    },
    async setFirst(caller, password) {
      const { id, login, hash: present } = await ownerOf(caller.userId)
      const exists = passwordExists('this user has a password already; sign in with it')
      if (present !== null) throw exists
      refuseWeak(password, login)
      const hash = await hashes.make(password)
      await database.transaction(async (tx) => {
        const stamp = { by: caller.userId, at: new Date(clock.nowMs()) }
        if (!(await insertPassword(tx, id, hash, stamp))) throw exists
        await recordAudit(tx, caller, { object: `password:${id}`, after: {} })
      })
      return hash
    },
    async change(caller, { current, password, address }) {
      const { id, login, hash } = await ownerOf(caller.userId)
      refuseWeak(password, login)
      await attempts.count({ login, address })
      if (!(await hashes.fits(current, hash ?? undefined))) throw wrongCurrentPassword()
      await write(caller, id, password, hash!)
      await attempts.succeeded({ login, address })
    },
  }
}

function wrongCurrentPassword(): Error {
  return passwordWrong('"current" is not the current password', { field: 'current' })
}
