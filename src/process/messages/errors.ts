import { errorKind } from '../../foundation/kit/errors.ts'

export const messageRefused = errorKind(
  'message.refused',
  409,
  'A process that the message would start cannot be started. The message has reached nothing.',
)
