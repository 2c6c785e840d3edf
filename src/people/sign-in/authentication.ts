import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../caller.ts'
import { createAttempts } from './attempts.ts'
import { createInvitations, type Invitations } from './invitations.ts'
import { createSignInLinks, type SignInLinks } from './links.ts'
import { type Me, readMe } from './me.store.ts'
import type { PasswordHashes } from './password-hash.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSignIn, type SignIn } from './sign-in.ts'

/** Everything about signing in with a password or a link. */
export interface Authentication {
  readonly signIn: SignIn
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly signInLinks: SignInLinks
  readonly invitations: Invitations
  me(caller: Caller): Promise<Me>
}

export function createAuthentication(database: Database, clock: Clock, hashes: PasswordHashes): Authentication {
  const attempts = createAttempts(database, clock)
  const sessions = createSessions(database, clock)
  return {
    sessions,
    signInLinks: createSignInLinks({ database, clock, sessions }),
    invitations: createInvitations({ database, clock, hashes, attempts, sessions }),
    passwords: createPasswords({ database, clock, hashes, attempts, sessions }),
    signIn: createSignIn({ database, hashes, attempts, sessions }),
    me: (caller) => readMe(database.reader, caller.userId),
  }
}
