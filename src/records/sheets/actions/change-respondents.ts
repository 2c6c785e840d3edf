import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Transaction } from '../../../foundation/db/database.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { sheetNotPending, sheetWrongRespondent } from '../errors.ts'
import { isAwaited } from '../route/stage-result.ts'
import { endRespondent, insertRespondents } from '../rows/respondent-rows.store.ts'
import { insertSheetEvent } from '../rows/sheet-events.store.ts'
import type { SheetContext } from '../sheet-deps.ts'
import { counts, newRespondentUser } from './delegate.ts'
import { lockVisible, refuseEnded, requireInitiator } from './on-sheet.ts'
import { settle } from './settle.ts'

export interface AddInput {
  readonly userId: string
  /** Number of the stage, from 1; by default, the stage in progress. */
  readonly stage?: number | undefined
  readonly reason: string
}

/**
 * Adds a respondent at the end of a stage that has not ended. Allowed for the initiator and administrators. Throws
 * `sheet.not_found`, `sheet.not_allowed`, `sheet.ended` or `sheet.wrong_respondent`.
 */
export async function addRespondent(
  context: SheetContext,
  tx: Transaction,
  caller: Caller,
  { id, userId, stage: number, reason }: AddInput & { readonly id: string },
): Promise<void> {
  const now = new Date(context.clock.nowMs())
  const locked = await lockVisible(context, tx, caller, id)
  const { sheet, respondents } = locked
  requireInitiator(caller, sheet)
  refuseEnded(sheet)
  const current = respondents.find(isAwaited)!.stage
  const stage = number === undefined ? current : number - 1
  if (stage < current || stage >= sheet.route.stages.length)
    throw sheetWrongRespondent(
      `stage ${stage + 1} has ended or does not exist; the stage in progress is ${current + 1}`,
      {
        field: 'stage',
      },
    )
  const user = await newRespondentUser(tx, locked, { userId, stage, field: 'userId' })
  const place = 1 + Math.max(-1, ...respondents.filter((one) => one.stage === stage).map((one) => one.place))
  const added = { id: newId(), stage, place, userId: user, state: 'waiting', delegatedFrom: null } as const
  await insertRespondents(tx, sheet, [added], now)
  const details = { userId: user, stage: stage + 1, reason }
  await insertSheetEvent(tx, sheet.id, { kind: 'added', by: caller.userId, respondent: added.id, details }, now)
  await recordAudit(tx, caller, { object: `sheet:${sheet.id}`, after: { added: details } })
  await settle(context, tx, sheet, caller.userId)
}

/**
 * Removes a respondent who has not answered. Allowed for the initiator and administrators. Throws `sheet.not_found`,
 * `sheet.not_allowed`, `sheet.ended`, `sheet.not_pending` or `sheet.wrong_respondent`.
 */
export async function removeRespondent(
  context: SheetContext,
  tx: Transaction,
  caller: Caller,
  { id, respondentId, reason }: { readonly id: string; readonly respondentId: string; readonly reason: string },
): Promise<void> {
  const now = new Date(context.clock.nowMs())
  const { sheet, respondents } = await lockVisible(context, tx, caller, id)
  requireInitiator(caller, sheet)
  refuseEnded(sheet)
  const removed = respondents.find((one) => one.id === respondentId.toLowerCase())
  if (removed === undefined)
    throw sheetWrongRespondent(`the sheet has no respondent "${respondentId.slice(0, 100)}"`, { field: 'respondentId' })
  if (!isAwaited(removed)) throw sheetNotPending('the respondent has already answered')
  if (respondents.filter((one) => one.stage === removed.stage && counts(one)).length === 1)
    throw sheetWrongRespondent('the stage would have no respondents; add another one first, or cancel the sheet', {
      field: 'respondentId',
    })
  await endRespondent(tx, removed, { state: 'removed', comment: reason }, now)
  const details = { userId: removed.userId, reason }
  await insertSheetEvent(tx, sheet.id, { kind: 'removed', by: caller.userId, respondent: removed.id, details }, now)
  await recordAudit(tx, caller, { object: `sheet:${sheet.id}`, after: { removed: details } })
  await settle(context, tx, sheet, caller.userId)
}
