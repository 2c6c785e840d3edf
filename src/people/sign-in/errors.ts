import { errorKind } from '../../foundation/kit/errors.ts'

export const signInRefused = errorKind(
  'sign_in.refused',
  401,
  'The login or the password is wrong, the user has no password, or the user is blocked. The error does not say which of these applies.',
)
export const tooManyAttempts = errorKind(
  'sign_in.too_many_attempts',
  429,
  'Too many sign-ins failed for this login or from this address. `Retry-After` says when to try again.',
)
export const signInBusy = errorKind(
  'sign_in.busy',
  429,
  'The server is checking too many passwords at the moment. Try again in a few seconds.',
)
export const passwordTooWeak = errorKind(
  'password.too_weak',
  400,
  'The password is the login, or one of the most common passwords. Choose another one.',
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
