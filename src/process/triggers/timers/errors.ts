import { errorKind } from '../../../foundation/kit/errors.ts'

export const timerNotFound = errorKind(
  'timer.not_found',
  404,
  'The timer does not exist, has fired or was cancelled, or the caller cannot see it.',
)
