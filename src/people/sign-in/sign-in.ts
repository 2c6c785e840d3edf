import type { Database } from '../../db/database.ts'
import type { Attempts } from './attempts.ts'
import { signInRefused } from './errors.ts'
import type { PasswordHashes } from './password-hash.ts'
import { passwordOwner, replaceHash } from './passwords.store.ts'
import type { Device, Sessions } from './sessions.ts'

export interface SignInDeps {
  readonly database: Database
  readonly hashes: PasswordHashes
  readonly attempts: Attempts
  readonly sessions: Sessions
}

/** Begins a session and gives its secret. */
export type SignIn = (given: { login: string; password: string } & Device) => Promise<string>

/**
 * Whatever is wrong, the answer is the same and takes as long: who has no account, no password or is blocked, is
 * checked against a hash that nothing fits.
 */
export function createSignIn({ database, hashes, attempts, sessions }: SignInDeps): SignIn {
  return async ({ login, password, ...device }) => {
    await attempts.count({ login, address: device.address })
    const owner = await passwordOwner(database.single, { login })
    const hash = owner?.hash ?? undefined
    const fits = await hashes.fits(password, hash)
    const secret =
      fits && owner !== undefined && hash !== undefined
        ? await sessions.begin({ userId: owner.id, verifiedHash: hash, ...device })
        : undefined
    if (secret === undefined) throw signInRefused('the login or the password is wrong')
    await attempts.succeeded({ login, address: device.address })
    // Kept in an older way: this is the one moment at which the password is known.
    if (hashes.isOutdated(hash!)) await replaceHash(database.single, owner!.id, hash!, await hashes.make(password))
    return secret
  }
}
