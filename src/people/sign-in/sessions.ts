import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database, Tx } from '../../foundation/db/database.ts'
import { type Clock, toWireTime } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../caller.ts'
import { Credentials, hashOfSecret, newSecret } from '../credentials/credentials.ts'
import { userNotFound } from '../errors.ts'
import { sessionNotFound } from './errors.ts'
import {
  type Ages,
  deleteEndedSessions,
  deleteSession,
  deleteSessionsOf,
  insertSession,
  ownerOfSession,
  recordSessionUse,
  type SessionRow,
  sessionsOf,
} from './sessions.store.ts'

const maxAgeMs = 7 * 24 * 60 * 60_000
const maxIdleMs = 12 * 60 * 60_000

/** The client from which a user signs in. */
export interface Device {
  readonly address: string
  /** The `User-Agent` header of the client. */
  readonly agent: string
  /** The id of the request, for the audit log. */
  readonly requestId: string
}

/** A sign-in that was verified. */
export interface NewSignIn extends Device {
  readonly userId: string
  /** The hash of the password that was verified; absent when the user has proved another secret. */
  readonly verifiedHash?: string
  /** The operation, for the audit log. */
  readonly operation: string
}

export interface SessionView extends SessionRow {
  /** Whether this is the session of the caller's request. */
  readonly current: boolean
}

/** Returns the times after which a session must have been created and last used to be live at `nowMs`. */
export const agesAt = (nowMs: number): Ages => ({
  createdAfter: new Date(nowMs - maxAgeMs),
  usedAfter: new Date(nowMs - maxIdleMs),
})

/**
 * Operations on sessions. A secret in a cookie identifies a session. A session ends after seven days, or twelve hours
 * after its last use.
 */
export class Sessions extends Credentials {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super(database, clock, {
      name: 'sessions',
      ownerOf: (reader, hash, now) => ownerOfSession(reader, hash, agesAt(now.getTime())),
      recordUse: recordSessionUse,
      identity: ({ id }) => ({ tokenId: id, sessionId: id }),
    })
    this.#database = database
    this.#clock = clock
  }

  /**
   * Starts a session and returns its secret; undefined when the user is not active, or when the password has changed
   * since it was verified.
   */
  begin(session: NewSignIn): Promise<string | undefined> {
    return this.#database.transaction((tx) => this.beginIn(tx, session))
  }

  /** Starts a session like `begin`, as part of a transaction. */
  async beginIn(tx: Tx, given: NewSignIn): Promise<string | undefined> {
    const { userId, verifiedHash, operation, address, agent, requestId } = given
    const now = new Date(this.#clock.nowMs())
    const secret = newSecret()
    const session = { id: newId(now.getTime()), userId, hash: hashOfSecret(secret), address, agent, now }
    if (!(await insertSession(tx, session, verifiedHash))) return undefined
    const actor = { userId, tokenId: session.id, operation, requestId }
    await recordAudit(tx, actor, { object: `session:${session.id}`, after: { address, agent } })
    await deleteEndedSessions(tx, userId, agesAt(now.getTime()))
    return secret
  }

  /** Lists the caller's live sessions, newest first, at most 1,000. */
  async list(caller: Caller): Promise<SessionView[]> {
    const rows = await sessionsOf(this.#database.reader, caller.userId, agesAt(this.#clock.nowMs()))
    const time = (text: string): string => toWireTime(Date.parse(text))
    return rows.map(({ createdAt, lastUsedAt, ...row }) => ({
      ...row,
      createdAt: time(createdAt),
      lastUsedAt: time(lastUsedAt),
      current: row.id === caller.sessionId,
    }))
  }

  /** Ends the session of the request; does nothing for a request with a token. */
  async endCurrent(caller: Caller): Promise<void> {
    if (caller.sessionId !== undefined) await this.#endOne(caller, caller.sessionId)
    this.forget()
  }

  /** Ends one of the caller's sessions. Throws `session.not_found`. */
  async end(caller: Caller, id: string): Promise<void> {
    if (!isUuid(id) || !(await this.#endOne(caller, id)))
      throw sessionNotFound('you have no such session, or it has ended')
    this.forget()
  }

  /** Ends all sessions of a user. Throws `user.not_found`. */
  async endAll(caller: Caller, userId: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (!isUuid(userId) || !(await deleteSessionsOf(tx, userId))) throw userNotFound('there is no such user')
      await recordAudit(tx, caller, { object: `sessions:${userId.toLowerCase()}`, before: {} })
    })
    this.forget()
  }

  #endOne(caller: Caller, id: string): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const ended = await deleteSession(tx, id, caller.userId)
      if (ended) await recordAudit(tx, caller, { object: `session:${id.toLowerCase()}`, before: {} })
      return ended
    })
  }
}
