import { errorKind } from '../../foundation/kit/errors.ts'

export const substitutionNotFound = errorKind(
  'substitution.not_found',
  404,
  'There is no substitution with this id, or it has ended.',
)
export const substitutionWrongUser = errorKind(
  'substitution.wrong_user',
  400,
  'The substitute and the principal must be two different users, and the substitute must not be blocked.',
)
export const substitutionWrongPeriod = errorKind(
  'substitution.wrong_period',
  400,
  'A substitution must end after it begins, and in the future.',
)
export const substitutionOverlaps = errorKind(
  'substitution.overlaps',
  400,
  'The same substitute already acts for the same principal in this period.',
)
