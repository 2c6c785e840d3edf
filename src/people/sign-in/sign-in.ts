import type { Database } from '../../foundation/db/database.ts'
import type { Attempts } from './attempts.ts'
import { signInRefused } from './errors.ts'
import type { PasswordHashes } from './password-hash.ts'
import { passwordOwner, replaceHash } from './passwords.store.ts'
import type { Device, Sessions } from './sessions.ts'

/**
 * Verifies the password, starts a session and returns its secret. All failures give the same error in the same time:
 * for a login without an account, without a password or of a blocked user, the password is verified against a dummy hash
 * that nothing matches.
 */
export async function signIn(
  database: Database,
  { hashes, attempts, sessions }: { hashes: PasswordHashes; attempts: Attempts; sessions: Sessions },
  { login, password, ...device }: { login: string; password: string } & Device,
): Promise<string> {
  await attempts.count({ login, address: device.address })
  const owner = await passwordOwner(database.single, { login })
  const hash = owner?.hash ?? undefined
  const fits = await hashes.fits(password, hash)
  const secret =
    fits && owner !== undefined && hash !== undefined
      ? await sessions.begin({ userId: owner.id, verifiedHash: hash, operation: 'signIn', ...device })
      : undefined
  if (secret === undefined) throw signInRefused('the login or the password is wrong')
  await attempts.succeeded({ login, address: device.address })
  // The hash has outdated cost parameters. It can only be replaced now, while the password is known.
  if (hashes.isOutdated(hash!)) await replaceHash(database.single, owner!.id, hash!, await hashes.make(password))
  return secret
}
