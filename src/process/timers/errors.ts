import { errorKind } from '../../foundation/kit/errors.ts'

export const timerNotFound = errorKind(
  'timer.not_found',
  404,
  'There is no such timer, it has fired or was cancelled, or the caller cannot see it.',
)
