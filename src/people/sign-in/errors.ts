import { errorKind } from '../../foundation/kit/errors.ts'

export const signInRefused = errorKind(
  'sign_in.refused',
  401,
  'The login or the password is wrong, the user has no password, or the user is blocked. The error does not say which of these applies.',
)
export const tooManyAttempts = errorKind(
  'sign_in.too_many_attempts',
  429,
  'Too many sign-ins failed from this address, for this login or in all. `Retry-After` says when to try again.',
)
export const signInBusy = errorKind(
  'sign_in.busy',
  429,
  'The server is checking too many passwords at the moment. Try again in a few seconds.',
)
export const passwordTooWeak = errorKind(
  'password.too_weak',
  400,
  'The password is the login, one of the most common passwords, or a single repeated character. Choose another one.',
)
export const passwordWrong = errorKind(
  'password.wrong',
  400,
  'The value of `current` is not the current password of the user.',
)
export const sessionNotFound = errorKind(
  'session.not_found',
  404,
  'The caller has no session with this id, or it has ended.',
)
export const linkRefused = errorKind(
  'sign_in.link_refused',
  401,
  'The sign-in link was used before, has expired, or its user is blocked. A link works once, and for ten minutes.',
)
export const invitationRefused = errorKind(
  'invitation.refused',
  401,
  'The invitation was used before, was replaced by a newer one, or has expired, or its user is blocked. An invitation works once, and for seven days.',
)
export const passwordExists = errorKind(
  'password.exists',
  409,
  'The user has a password already. Sign in with it, or change it with `chancery password LOGIN`.',
)
