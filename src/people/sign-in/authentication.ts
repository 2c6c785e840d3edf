import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../caller.ts'
import { Attempts } from './attempts.ts'
import { signInRefused } from './errors.ts'
import { Invitations } from './invitations.ts'
import { SignInLinks } from './links.ts'
import { type Me, readMe } from './me.store.ts'
import type { PasswordHashes } from './password-hash.ts'
import { passwordOwner, replaceHash } from './passwords.store.ts'
import { Passwords } from './passwords.ts'
import { type Device, Sessions } from './sessions.ts'

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

  /**
   * Verifies the password, starts a session and returns its secret. A wrong login and a wrong password give the same
   * error, `sign_in.refused`, in the same time: for a login without an account, without a password or of a blocked
   * user, the password is verified against a dummy hash that nothing matches. Also throws `sign_in.too_many_attempts`
   * and `sign_in.busy`.
   */
  async signIn({ login, password, ...device }: { login: string; password: string } & Device): Promise<string> {
    await this.#attempts.count({ login, address: device.address })
    const owner = await passwordOwner(this.#database.single, { login })
    const hash = owner?.hash ?? undefined
    const fits = await this.#hashes.fits(password, hash)
    const secret =
      fits && owner !== undefined && hash !== undefined
        ? await this.sessions.begin({ userId: owner.id, verifiedHash: hash, operation: 'signIn', ...device })
        : undefined
    if (secret === undefined) throw signInRefused('the login or the password is wrong')
    await this.#attempts.succeeded({ login, address: device.address })
    // The hash has outdated cost parameters. It can only be replaced now, while the password is known.
    if (this.#hashes.isOutdated(hash!))
      await replaceHash(this.#database.single, owner!.id, hash!, await this.#hashes.make(password))
    return secret
  }

  me(caller: Caller): Promise<Me> {
    return readMe(this.#database.reader, caller.userId)
  }
}
