import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../caller.ts'
import { lastAdministrator, loginTaken, userNotFound } from '../errors.ts'
import { deleteSessionsOf } from '../sign-in/sessions.store.ts'
import { checkMailAddress } from './mail-address.ts'
import { lockAdministrators, lockUser, type UserChange, updateUser } from './users.store.ts'

/**
 * Changes the given fields of a user; null clears a field. Throws `user.not_found`, `user.login_taken`, `input.wrong`
 * for an invalid mail address, or `user.last_administrator` when no other active administrator would be left to undo
 * the change.
 */
export async function changeUser(
  { database, clock }: { database: Database; clock: Clock },
  caller: Caller,
  userId: string,
  change: UserChange,
): Promise<void> {
  if (!isUuid(userId)) throw missing()
  checkMailAddress(change.email)
  const isShutOut = change.status !== undefined && change.status !== 'active'
  const endsAdministrator = change.administrator === false || isShutOut
  try {
    await database.transaction(async (tx) => {
      if (endsAdministrator) {
        const administrators = await lockAdministrators(tx)
        if (administrators.length === 1 && administrators[0] === userId.toLowerCase())
          throw lastAdministrator('this is the last active administrator; make another one first')
      }
      const before = await lockUser(tx, userId)
      if (before === undefined) throw missing()
      await updateUser(tx, userId, change, { by: caller.userId, at: new Date(clock.nowMs()) })
      // The audit entry takes only fields that a user has: another field of the input could be a misplaced secret.
      const given = Object.fromEntries(
        Object.entries(change).filter(([key, value]) => key in before && value !== undefined),
      )
      await recordAudit(tx, caller, {
        object: `user:${userId.toLowerCase()}`,
        before: { ...before },
        after: { ...before, ...given },
      })
      if (isShutOut) await deleteSessionsOf(tx, userId)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_login'))
      throw loginTaken(`the login "${change.login}" is taken`, { field: 'login' })
    throw error
  }
}

function missing(): Error {
  return userNotFound('there is no such user')
}
