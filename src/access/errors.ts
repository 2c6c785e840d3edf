import { errorKind } from '../foundation/kit/errors.ts'

export const accessInvalid = errorKind(
  'access.invalid',
  400,
  'The access rules contradict each other or their application. `error` says where.',
)
export const accessUnknownUser = errorKind('access.unknown_user', 404, 'There is no user with this id.')
