import { errorKind } from '../../../foundation/kit/errors.ts'

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
