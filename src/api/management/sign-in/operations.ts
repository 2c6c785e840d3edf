import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { changePassword } from './change-password.ts'
import { endSession } from './end-session.ts'
import { endUserSessions } from './end-user-sessions.ts'
import { getMe } from './get-me.ts'
import { listSessions } from './list-sessions.ts'
import { setPassword } from './set-password.ts'
import { setUp } from './set-up.ts'
import { signIn } from './sign-in.ts'
import { signInByLink } from './sign-in-by-link.ts'
import { signOut } from './sign-out.ts'

/** Operations of the management API on sessions and passwords. */
export const signInOperations: readonly Operation<Context>[] = [
  signIn,
  signInByLink,
  acceptInvitation,
  setUp,
  signOut,
  getMe,
  changePassword,
  listSessions,
  endSession,
  setPassword,
  endUserSessions,
]
