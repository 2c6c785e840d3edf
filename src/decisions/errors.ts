import { errorKind } from '../foundation/kit/errors.ts'

export const decisionNotFound = errorKind(
  'decision.not_found',
  404,
  'The DMN file does not exist, or it has no decision with this id.',
)
export const decisionUnclear = errorKind(
  'decision.unclear',
  400,
  'The DMN file has several decisions that no other decision requires, and the request names none of them.',
)
export const decisionFailed = errorKind(
  'decision.failed',
  400,
  'The decision has no result for this context. `failures` lists the reasons, each with the table and the rule.',
)
