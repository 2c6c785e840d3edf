import { errorKind } from '../../kit/errors.ts'

export const grantTooHigh = errorKind('access.too_high', 403, 'Nobody hands out a right that they do not have.')
export const grantNotFound = errorKind('access.grant_not_found', 404, 'Nothing was given there that could be taken.')
export const unknownSubject = errorKind(
  'access.unknown_subject',
  400,
  'No user, group or item of the chart has this id.',
)
