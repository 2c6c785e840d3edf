import { errorKind } from '../foundation/kit/errors.ts'

export const accessInvalid = errorKind(
  'access.invalid',
  400,
  'The access rules contradict each other or their application. `error` says where.',
)
export const accessUnknownUser = errorKind('access.unknown_user', 404, 'There is no user with this id.')
export const grantTooHigh = errorKind(
  'access.too_high',
  403,
  'Callers can only grant rights that they have themselves.',
)
export const grantNotFound = errorKind(
  'access.grant_not_found',
  404,
  'The subject has no grant for this element, file or directory.',
)
export const unknownSubject = errorKind(
  'access.unknown_subject',
  400,
  'No user, group or item of the organisation chart has this id.',
)
