import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../caller.ts'
import { Attempts } from './attempts.ts'
import { Invitations } from './invitations.ts'
import { SignInLinks } from './links.ts'
import { type Me, readMe } from './me.store.ts'
import type { PasswordHashes } from './password-hash.ts'
import { Passwords } from './passwords.ts'
import { type Device, Sessions } from './sessions.ts'
import { signIn } from './sign-in.ts'

/** Everything about signing in with a password or a link. */
export class Authentication {
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly signInLinks: SignInLinks
  readonly invitations: Invitations
  readonly #database: Database
  readonly #attempts: Attempts
  readonly #hashes: PasswordHashes

  constructor(database: Database, clock: Clock, hashes: PasswordHashes) {
    const attempts = new Attempts(database, clock)
    const sessions = new Sessions(database, clock)
    this.sessions = sessions
    this.signInLinks = new SignInLinks(database, clock, sessions)
    this.invitations = new Invitations({ database, clock, hashes, attempts, sessions })
    this.passwords = new Passwords({ database, clock, hashes, attempts, sessions })
    this.#database = database
    this.#attempts = attempts
    this.#hashes = hashes
  }

  /** Verifies the password, starts a session and returns its secret. Throws `sign_in.refused`. */
  signIn(given: { login: string; password: string } & Device): Promise<string> {
    return signIn(this.#database, { hashes: this.#hashes, attempts: this.#attempts, sessions: this.sessions }, given)
  }

  me(caller: Caller): Promise<Me> {
    return readMe(this.#database.reader, caller.userId)
  }
}
