import { errorKind } from '../../kit/errors.ts'

export const substitutionNotFound = errorKind(
  'substitution.not_found',
  404,
  'There is no such substitution, or it has ended.',
)
export const substitutionWrongUser = errorKind(
  'substitution.wrong_user',
  400,
  'Nobody stands in for themselves; both must be users, and the substitute must not be blocked.',
)
export const substitutionWrongPeriod = errorKind(
  'substitution.wrong_period',
  400,
  'A substitution ends after it begins, and in the future.',
)
export const substitutionOverlaps = errorKind(
  'substitution.overlaps',
  400,
  'The same person already stands in for the same person in this time.',
)
