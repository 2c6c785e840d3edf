import { errorKind } from '../../kit/errors.ts'

export const orgItemNotFound = errorKind('org_item.not_found', 404, 'The organisation chart has no such item.')
export const wrongParent = errorKind(
  'org_item.wrong_parent',
  400,
  'The item can’t stand there: the parent is unknown or below it, or there would be a second root.',
)
export const wrongHolders = errorKind(
  'org_item.wrong_holders',
  400,
  'The item can’t have these holders: a department has none, a position one, and each must be a user.',
)
export const orgItemCodeTaken = errorKind('org_item.code_taken', 400, 'Another item of the chart has this code.')
export const orgItemInUse = errorKind('org_item.in_use', 400, 'The item can’t be deleted while something uses it.')
