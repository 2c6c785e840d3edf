import { errorKind } from '../../foundation/kit/errors.ts'

export const tooManyMisses = errorKind(
  'message.too_many_misses',
  429,
  'Too many messages of the caller had a correlation key for which no process waits. `Retry-After` says when to try again.',
)
export const messageRefused = errorKind(
  'message.refused',
  409,
  'A process that the message would start cannot be started. The message has reached nothing.',
)

export const startLimitReached = errorKind(
  'process.start_limit',
  429,
  'The start limit of the process is reached. `Retry-After` says when the process can be started again.',
)
export const startRefused = errorKind(
  'process.start_refused',
  409,
  'The process cannot be started in this way: it has no start event without an event definition, or its first element fails.',
)
export const startNotOffered = errorKind(
  'process.not_offered',
  400,
  'The process cannot be started by hand from elements of this application: `startFrom` of its settings does not name the application.',
)

export const timerNotFound = errorKind(
  'timer.not_found',
  404,
  'The timer does not exist, has fired or was cancelled, or the caller cannot see it.',
)
