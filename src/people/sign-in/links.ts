import { recordAudit, systemActor } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { hashOfSecret, newSecret } from '../credentials/credentials.ts'
import { linkRefused } from './errors.ts'
import { insertLink, takeLink } from './links.store.ts'
import type { Device, Sessions } from './sessions.ts'

/** How long a link works, in milliseconds. */
const validMs = 10 * 60_000

/** Links that sign a user in without a password. Each works once, and for ten minutes. */
export class SignInLinks {
  readonly #database: Database
  readonly #clock: Clock
  readonly #sessions: Sessions

  constructor(database: Database, clock: Clock, sessions: Sessions) {
    this.#database = database
    this.#clock = clock
    this.#sessions = sessions
  }

  /** Creates a link for a user and returns its secret. */
  async create(userId: string): Promise<string> {
    const secret = newSecret()
    const now = new Date(this.#clock.nowMs())
    const expiresAt = new Date(now.getTime() + validMs)
    await this.#database.transaction(async (tx) => {
      await insertLink(tx, { hash: hashOfSecret(secret), userId, expiresAt }, now)
      await recordAudit(tx, systemActor, { object: `sign_in_link:${userId}`, after: { expiresAt } })
    })
    return secret
  }

  /** Starts a session for the user of a link and returns the secret of the session. Throws `sign_in.link_refused`. */
  use(secret: string, device: Device): Promise<string> {
    return this.#database.transaction(async (tx) => {
      const userId = await takeLink(tx, hashOfSecret(secret), new Date(this.#clock.nowMs()))
      const session = userId && (await this.#sessions.beginIn(tx, { userId, operation: 'signInByLink', ...device }))
      if (!session) throw linkRefused('this link was used before, or has expired; restart the server to get a new one')
      return session
    })
  }
}
