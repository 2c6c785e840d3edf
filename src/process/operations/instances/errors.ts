import { errorKind } from '../../../foundation/kit/errors.ts'

export const instanceNotFound = errorKind(
  'instance.not_found',
  404,
  'There is no process instance with this id, or the caller cannot see it.',
)
export const instanceFinished = errorKind(
  'instance.finished',
  409,
  'The process instance has already ended, so it cannot be changed or interrupted. Nothing was changed.',
)
export const instanceNotAllowed = errorKind(
  'instance.not_allowed',
  403,
  'The caller sees the process instance but may not change it. Ask an administrator of the process.',
)
export const startWrongSystemField = errorKind(
  'process.wrong_system_field',
  400,
  'A system field of the context, such as `__item`, has a wrong value. `field` names it.',
)
export const commentMissing = errorKind(
  'instance.comment_missing',
  400,
  'A change of the context of a process instance needs a comment that says why. Send `comment`.',
)
