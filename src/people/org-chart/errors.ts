import { errorKind } from '../../foundation/kit/errors.ts'

export const orgItemNotFound = errorKind('org_item.not_found', 404, 'The organisation chart has no item with this id.')
export const wrongParent = errorKind(
  'org_item.wrong_parent',
  400,
  'The item cannot be placed there: the parent is unknown, lies below the item, or is missing although the chart already has a root.',
)
export const wrongHolders = errorKind(
  'org_item.wrong_holders',
  400,
  'The holders do not fit the kind of the item: a department has no holder, a position at most one, and every holder must be a user.',
)
export const orgItemCodeTaken = errorKind(
  'org_item.code_taken',
  400,
  'Another item of the organisation chart already has this code.',
)
export const orgItemInUse = errorKind(
  'org_item.in_use',
  400,
  'The item cannot be deleted while something uses it. `uses` lists what to remove first.',
)
