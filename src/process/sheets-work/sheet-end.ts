import type { OnSheetEnd } from '../../records/index.ts'
import type { Execution } from '../execution/execution.ts'

/**
 * Creates the function that continues an instance at the end of a sheet that one of its activities started. The result
 * is delivered once, soon after the commit.
 */
export function continueAfterSheet({ enqueue }: Pick<Execution, 'enqueue'>): OnSheetEnd {
  return async (tx, { id, state, reason, instance, wait, endedBy, createdBy }, respondents) => {
    if (instance === null || wait === null) return
    const count = (...states: readonly string[]): number =>
      respondents.filter((respondent) => states.includes(respondent.state)).length
    const remarks = respondents
      .filter(({ comment, state: answer }) => comment !== null && answer !== 'removed' && answer !== 'delegated')
      .map(({ userId, state: answer, comment }) => ({ user: userId, answer, comment }))
    const variables = {
      sheet: id,
      state,
      reason,
      approved: count('approved', 'approvedWithRemarks', 'skipped'),
      rejected: count('rejected'),
      informed: count('informed'),
      remarks,
    }
    await enqueue(tx, { instance, stimulus: { type: 'complete', wait, variables }, by: endedBy ?? createdBy })
  }
}
