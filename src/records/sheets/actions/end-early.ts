import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Transaction } from '../../../foundation/db/database.ts'
import type { Caller } from '../../../people/index.ts'
import { sheetNotFamiliarization } from '../errors.ts'
import { isAwaited } from '../route/stage-result.ts'
import { cancelRespondents } from '../rows/respondent-rows.store.ts'
import type { SheetContext } from '../sheet-deps.ts'
import { lockVisible, refuseEnded, requireInitiator } from './on-sheet.ts'
import { endSheetWith } from './settle.ts'

/**
 * Ends a familiarization before all respondents have confirmed; the others are no longer asked. Allowed for the
 * initiator and administrators. Throws `sheet.not_found`, `sheet.not_allowed`, `sheet.ended` or
 * `sheet.not_familiarization`.
 */
export async function endEarly(
  context: SheetContext,
  tx: Transaction,
  caller: Caller,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { sheet, respondents } = await lockVisible(context, tx, caller, id)
  requireInitiator(caller, sheet)
  if (sheet.type !== 'familiarization')
    throw sheetNotFamiliarization('an approval cannot be ended early, because it would have no result; cancel it')
  refuseEnded(sheet)
  const awaited = respondents.filter(isAwaited)
  const ids = awaited.map((one) => one.id)
  await cancelRespondents(tx, sheet.id, ids, new Date(context.clock.nowMs()))
  const notInformed = awaited.map(({ userId }) => userId)
  await endSheetWith(context, tx, sheet, { state: 'informed', by: caller.userId, reason, details: { notInformed } })
  const before = { state: sheet.state }
  await recordAudit(tx, caller, {
    object: `sheet:${sheet.id}`,
    before,
    after: { state: 'informed', reason, notInformed },
  })
}
