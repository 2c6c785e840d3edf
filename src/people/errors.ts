import { errorKind } from '../kit/errors.ts'

export const loginTaken = errorKind('user.login_taken', 400, 'Another user has this login.')
export const userNotFound = errorKind('user.not_found', 404, 'There is no such user.')
export const tokenNotFound = errorKind('token.not_found', 404, 'There is no such token, or it was revoked before.')
export const lastAdministrator = errorKind(
  'user.last_administrator',
  400,
  'Nobody would be left who could take this back: it is the last active administrator.',
)
