import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { type Clock, toWireTime } from '../../foundation/kit/clock.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../caller.ts'
import { hashOfSecret, newSecret } from '../credentials/credentials.ts'
import { userNotFound } from '../errors.ts'
import type { Attempts } from './attempts.ts'
import { invitationRefused } from './errors.ts'
import { invitedUser, putInvitation, useInvitation } from './invitations.store.ts'
import type { PasswordHashes } from './password-hash.ts'
import { refuseWeak } from './password-rules.ts'
import { writePassword } from './passwords.store.ts'
import { deleteSessionsOf } from './sessions.store.ts'
import type { Device, Sessions } from './sessions.ts'

/** How long an invitation works, in milliseconds. */
const validMs = 7 * 24 * 60 * 60_000

export interface InvitationDeps {
  readonly database: Database
  readonly clock: Clock
  readonly hashes: PasswordHashes
  readonly attempts: Attempts
  readonly sessions: Sessions
}

/** Links with which a user sets a password and signs in. Each works once, and for seven days. */
export class Invitations {
  readonly #deps: InvitationDeps

  constructor(deps: InvitationDeps) {
    this.#deps = deps
  }

  /**
   * Invites a user and returns the secret of the link. An earlier invitation of the user stops working. Throws
   * `user.not_found`, also for a blocked user.
   */
  create(caller: Caller, userId: string): Promise<{ readonly secret: string; readonly expiresAt: string }> {
    const secret = newSecret()
    const expiresAtMs = this.#deps.clock.nowMs() + validMs
    return this.#deps.database.transaction(async (tx) => {
      const invitation = { userId, hash: hashOfSecret(secret), expiresAt: new Date(expiresAtMs) }
      if (!isUuid(userId) || !(await putInvitation(tx, invitation)))
        throw userNotFound('there is no such user, or the user is blocked')
      const expiresAt = toWireTime(expiresAtMs)
      await recordAudit(tx, caller, { object: `invitation:${userId.toLowerCase()}`, after: { expiresAt } })
      return { secret, expiresAt }
    })
  }

  /**
   * Sets the password of an invited user, makes the user active, ends all sessions of the user, starts a session and
   * returns its secret. Throws `invitation.refused` and `password.too_weak`.
   */
  async accept(
    { secret, password }: { readonly secret: string; readonly password: string },
    device: Device,
  ): Promise<string> {
    const hash = hashOfSecret(secret)
    const user = await invitedUser(this.#deps.database.reader, hash, new Date(this.#deps.clock.nowMs()))
    if (user === undefined) throw refused()
    refuseWeak(password, user.login)
    const passwordHash = await this.#deps.hashes.make(password)
    const session = await this.#deps.database.transaction(async (tx) => {
      const at = new Date(this.#deps.clock.nowMs())
      const status = await useInvitation(tx, hash, at)
      if (status === undefined) throw refused()
      await writePassword(tx, user.id, passwordHash, { by: user.id, at })
      await deleteSessionsOf(tx, user.id)
      const actor = { userId: user.id, tokenId: '', operation: 'acceptInvitation', requestId: device.requestId }
      if (status === 'invited')
        await recordAudit(tx, actor, { object: `user:${user.id}`, before: { status }, after: { status: 'active' } })
      await recordAudit(tx, actor, { object: `password:${user.id}`, after: {} })
      return this.#deps.sessions.beginIn(tx, { userId: user.id, operation: 'acceptInvitation', ...device })
    })
    this.#deps.sessions.forget()
    if (session === undefined) throw refused()
    await this.#deps.attempts.forgive(user.login)
    return session
  }
}

const refused = () =>
  invitationRefused('this invitation was used before, was replaced, or has expired; ask an administrator for a new one')
