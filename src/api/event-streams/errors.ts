import { errorKind } from '../../foundation/kit/errors.ts'

export const tooManyStreams = errorKind(
  'events.too_many_streams',
  503,
  'The server or the user has too many open streams of events. Poll instead, or try again later.',
)
