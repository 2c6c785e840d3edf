import type { Respondent, RespondentState, Route, Stage } from './route.ts'

export type StageResult = 'undecided' | 'approved' | 'rejected'

/** Users who approved the version in an earlier sheet are skipped, and their earlier approval counts. */
const approvals: readonly RespondentState[] = ['approved', 'approvedWithRemarks', 'informed', 'skipped']
const awaited: readonly RespondentState[] = ['waiting', 'pending']

export const isAwaited = ({ state }: Pick<Respondent, 'state'>): boolean => awaited.includes(state)

/**
 * Returns the result of a stage from the answers of its respondents. A stage is decided as soon as no further answer
 * can change its result, or with `collect` when all respondents have answered; a stage with the mode `firstAnswer` by
 * the first answer. Respondents who delegated, were removed or are no longer needed do not count.
 */
export function stageResult(
  stage: Stage,
  respondents: readonly Pick<Respondent, 'state'>[],
  onRejection: Route['onRejection'],
): StageResult {
  const count = (states: readonly RespondentState[]): number =>
    respondents.filter(({ state }) => states.includes(state)).length
  const [approved, rejected, open] = [count(approvals), count(['rejected']), count(awaited)]
  if (stage.mode === 'firstAnswer') return approved > 0 ? 'approved' : rejected > 0 ? 'rejected' : 'undecided'
  const required = requiredApprovals(stage, approved + rejected + open)
  if (onRejection === 'collect' && open > 0) return 'undecided'
  if (approved >= required) return 'approved'
  return approved + open < required ? 'rejected' : 'undecided'
}

/** Returns the number of approvals that a stage with `total` respondents requires. */
export function requiredApprovals({ mode, quorum, quorumPercent }: Stage, total: number): number {
  if (mode === 'firstAnswer') return 1
  if (quorum !== undefined) return Math.min(quorum, total)
  return quorumPercent === undefined ? total : Math.ceil((total * quorumPercent) / 100)
}
