import { errorKind } from '../../foundation/kit/errors.ts'

export const commentUnknownUser = errorKind(
  'comment.unknown_user',
  400,
  'The comment mentions a user that does not exist. `missing` lists the ids.',
)
