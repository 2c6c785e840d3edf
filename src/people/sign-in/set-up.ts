import type { Tokens } from '../tokens/tokens.ts'
import { signInRefused } from './errors.ts'
import type { Passwords } from './passwords.ts'
import type { Device, Sessions } from './sessions.ts'

/**
 * Sets the first password of an administrator whose token is known, starts a session and returns its secret. Throws
 * `sign_in.refused` for a token that is not an administrator's, and `password.exists`.
 */
export async function setUp(
  { tokens, passwords, sessions }: { tokens: Tokens; passwords: Passwords; sessions: Sessions },
  { token, password, ...device }: { token: string; password: string } & Device,
): Promise<string> {
  const who = await tokens.identify(token)
  if (who?.administrator !== true) throw signInRefused('this is not the token of an administrator')
  const caller = { ...who, operation: 'setUp', requestId: device.requestId }
  const verifiedHash = await passwords.setFirst(caller, password)
  const session = { userId: who.userId, verifiedHash, operation: 'setUp', ...device }
  const secret = await sessions.begin(session)
  if (secret === undefined) throw signInRefused('the password was changed meanwhile; sign in with the new one')
  return secret
}
