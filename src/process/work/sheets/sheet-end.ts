import type { OnSheetEnd, RespondentRow, SheetRow } from '../../../records/index.ts'
import type { Variables } from '../../engine/index.ts'
import type { Execution } from '../../execution/index.ts'

/**
 * Creates the function that continues an instance at the end of a sheet that one of its activities started. The result
 * is delivered once, soon after the commit.
 */
export function continueAfterSheet({ enqueue }: Pick<Execution, 'enqueue'>): OnSheetEnd {
  return async (tx, sheet, respondents) => {
    const { instance, wait, endedBy, createdBy } = sheet
    if (instance === null || wait === null) return
    const variables = resultOf(sheet, respondents)
    await enqueue(tx, { instance, stimulus: { type: 'complete', wait, variables }, by: endedBy ?? createdBy })
  }
}

/**
 * Returns the result of an ended sheet, which the outputs of its activity read. Forms of tasks show `remarks` as
 * sentences; see `isRemarks` of a field.
 */
export function resultOf({ id, state, reason }: SheetRow, respondents: readonly RespondentRow[]): Variables {
  const count = (...states: readonly string[]): number =>
    respondents.filter((respondent) => states.includes(respondent.state)).length
  const remarks = respondents
    .filter(({ comment, state: answer }) => comment !== null && answer !== 'removed' && answer !== 'delegated')
    .map(({ userId, state: answer, comment, answerFile, endedAt }) => ({
      user: userId,
      answer,
      comment,
      file: answerFile,
      answeredAt: endedAt,
    }))
  return {
    sheet: id,
    state,
    reason,
    approved: count('approved', 'approvedWithRemarks', 'skipped'),
    rejected: count('rejected'),
    informed: count('informed'),
    remarks,
  }
}
