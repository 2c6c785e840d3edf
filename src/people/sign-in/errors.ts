import { errorKind } from '../../kit/errors.ts'

export const signInRefused = errorKind(
  'sign_in.refused',
  401,
  'The login or the password is wrong, the user has no password, or is blocked; which of these is not told.',
)
export const tooManyAttempts = errorKind(
  'sign_in.too_many_attempts',
  429,
  'This login or this address has failed too often; `Retry-After` says when to try again.',
)
export const signInBusy = errorKind(
  'sign_in.busy',
  429,
  'More people sign in at this moment than can be checked; try again.',
)
export const passwordTooWeak = errorKind('password.too_weak', 400, 'The password is among the first that others try.')
export const passwordWrong = errorKind('password.wrong', 400, 'The current password is not the one given.')
export const sessionNotFound = errorKind('session.not_found', 404, 'The caller has no such session, or it has ended.')
