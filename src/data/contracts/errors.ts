import { errorKind } from '../../foundation/kit/errors.ts'

export const contractNotFound = errorKind(
  'contract.not_found',
  404,
  'The contract does not exist, or the caller cannot see it or any of its applications.',
)
export const contractWithoutDefault = errorKind(
  'contract.no_default',
  400,
  'The contract names no application for new elements, or the caller cannot see it. Create the element in one of the applications.',
)
export const contractFilterUnmet = errorKind(
  'contract.filter_unmet',
  400,
  'The new element would not belong to the contract, because it does not meet the filter of its application in the contract.',
)
