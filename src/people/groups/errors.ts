import { errorKind } from '../../foundation/kit/errors.ts'

export const groupNotFound = errorKind('group.not_found', 404, 'There is no group with this id.')
export const groupNamespaceNotFound = errorKind(
  'group.namespace_not_found',
  404,
  'The namespace does not exist, or the caller cannot see it.',
)

export function groupNamespaceMissing(namespace: string): Error {
  return groupNamespaceNotFound(`namespace "${namespace.slice(0, 100)}" not found`)
}

export const groupCodeTaken = errorKind(
  'group.code_taken',
  400,
  'Another group of the namespace already has this code.',
)
export const groupIsSystem = errorKind(
  'group.is_system',
  400,
  'The group is built in. It cannot be changed or deleted, and its members follow from the users.',
)
export const groupOfSolution = errorKind(
  'group.of_solution',
  400,
  'The group belongs to a deployed solution. To delete it, remove its file from the solution and apply the solution again.',
)
export const groupInUse = errorKind(
  'group.in_use',
  400,
  'The group cannot be deleted while something uses it. `uses` lists what to remove first.',
)
export const groupUnknownItem = errorKind(
  'group.unknown_item',
  400,
  'No user, group or item of the organisation chart has one of the given ids. `missing` lists those ids.',
)
export const groupInItself = errorKind(
  'group.in_itself',
  400,
  'The group would contain itself, directly or through other groups.',
)
