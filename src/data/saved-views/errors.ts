import { errorKind } from '../../foundation/kit/errors.ts'

export const viewNotFound = errorKind(
  'view.not_found',
  404,
  'The saved view does not exist, or it is not shared with the caller.',
)
export const viewNotOwn = errorKind(
  'view.not_own',
  403,
  'Only its owner can change a saved view; administrators can change and delete shared ones.',
)
export const viewUnknownGroup = errorKind(
  'view.unknown_group',
  400,
  'A view can be shared only with groups that the caller belongs to. Administrators can share with any group.',
)
export const tooManyViews = errorKind(
  'view.too_many',
  400,
  'The caller has as many saved views as a user may have. Delete one first.',
)
