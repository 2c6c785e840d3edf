import { errorKind } from '../foundation/kit/errors.ts'

export const loginTaken = errorKind('user.login_taken', 400, 'Another user already has this login.')
export const userNotFound = errorKind('user.not_found', 404, 'There is no user with this id or login.')
export const tokenNotFound = errorKind(
  'token.not_found',
  404,
  'There is no token with this id, or it was already revoked.',
)
export const lastAdministrator = errorKind(
  'user.last_administrator',
  400,
  'The user is the last active administrator. Make another user an administrator first.',
)
