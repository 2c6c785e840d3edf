import { errorKind } from '../../../foundation/kit/errors.ts'

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
