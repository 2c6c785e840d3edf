import { errorKind } from '../../foundation/kit/errors.ts'

export const messageRefused = errorKind(
  'message.refused',
  409,
  'A process with a start event for the message cannot be started. No instance has received the message.',
)
