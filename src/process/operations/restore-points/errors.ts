import { errorKind } from '../../../foundation/kit/errors.ts'

export const restorePointNotFound = errorKind(
  'restore_point.not_found',
  404,
  'The restore point does not exist, or the caller cannot see it. Check its id.',
)
export const restorePointUsed = errorKind(
  'restore_point.used',
  409,
  'The restore point was used before with another answer. Each restore point can be used once.',
)
export const restorePointOutdated = errorKind(
  'restore_point.outdated',
  409,
  'The answer would overwrite variables that changed after the request had been sent. The request has been sent again with the present values; answer the new request.',
)
export const restorePointClosed = errorKind(
  'restore_point.closed',
  410,
  'The restore point was revoked, or has expired: the activity no longer waits for an answer.',
)
export const answerInvalid = errorKind(
  'restore_point.answer_invalid',
  400,
  'The answer to a delegated activity does not match the declaration of the activity. The restore point stays open, so that the answer can be corrected.',
)

/** Errors of the public operation that completes a delegated activity. */
export const restoreErrors = [
  restorePointNotFound,
  restorePointUsed,
  restorePointOutdated,
  restorePointClosed,
  answerInvalid,
]
