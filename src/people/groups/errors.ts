import { errorKind } from '../../kit/errors.ts'

export const groupNotFound = errorKind('group.not_found', 404, 'There is no such group.')
export const groupNamespaceNotFound = errorKind('group.namespace_not_found', 404, 'There is no such namespace.')

export function groupNamespaceMissing(namespace: string): Error {
  return groupNamespaceNotFound(`namespace "${namespace.slice(0, 100)}" not found`)
}

export const groupCodeTaken = errorKind('group.code_taken', 400, 'Another group of the namespace has this code.')
export const groupIsSystem = errorKind(
  'group.is_system',
  400,
  'The group comes with the platform: it can’t be changed or deleted, and its members follow from the users.',
)
export const groupOfSolution = errorKind(
  'group.of_solution',
  400,
  'The group comes with a deployed solution, so it is deleted by applying files without it.',
)
export const groupInUse = errorKind('group.in_use', 400, 'The group can’t be deleted while something uses it.')
export const groupUnknownItem = errorKind(
  'group.unknown_item',
  400,
  'No user, group or item of the organisation chart has this id.',
)
export const groupInItself = errorKind(
  'group.in_itself',
  400,
  'The group would contain itself, directly or through others.',
)
