import { errorKind } from '../kit/errors.ts'

export const loginTaken = errorKind('user.login_taken', 400, 'Another user has this login.')
export const userNotFound = errorKind('user.not_found', 404, 'There is no such user.')
export const tokenNotFound = errorKind('token.not_found', 404, 'There is no such token, or it was revoked before.')
