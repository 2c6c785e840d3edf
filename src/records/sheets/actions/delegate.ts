import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Transaction } from '../../../foundation/db/database.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { sheetWrongRespondent } from '../errors.ts'
import { endRespondent, insertRespondents, type RespondentRow } from '../rows/respondent-rows.store.ts'
import { insertSheetEvent } from '../rows/sheet-events.store.ts'
import { findSubjects } from '../rows/users-of-subjects.store.ts'
import type { SheetContext } from '../sheet-deps.ts'
import { type LockedSheet, lockVisible, turnOfCaller } from './on-sheet.ts'
import { settle } from './settle.ts'

export interface DelegateInput {
  readonly userId: string
  readonly comment?: string | undefined
  readonly respondentId?: string | undefined
}

/**
 * Gives the answer of a respondent to another user, who answers in place of the respondent. Throws `sheet.not_found`,
 * `sheet.not_allowed`, `sheet.ended`, `sheet.not_pending` or `sheet.wrong_respondent`.
 */
export async function delegate(
  context: SheetContext,
  tx: Transaction,
  caller: Caller,
  { id, userId, comment, respondentId }: DelegateInput & { readonly id: string },
): Promise<void> {
  const now = new Date(context.clock.nowMs())
  const locked = await lockVisible(context, tx, caller, id)
  const { sheet } = locked
  const { respondent, acting } = turnOfCaller(caller, locked, respondentId)
  const to = await newRespondentUser(tx, locked, { userId, stage: respondent.stage, field: 'userId' })
  await endRespondent(tx, respondent, { state: 'delegated', comment }, now)
  const next = { id: newId(), stage: respondent.stage, place: respondent.place, userId: to, state: 'waiting' } as const
  await insertRespondents(tx, sheet, [{ ...next, delegatedFrom: respondent.id }], now)
  const details = { from: respondent.userId, to, ...(comment !== undefined && { comment }) }
  await insertSheetEvent(tx, sheet.id, { kind: 'delegated', ...acting, respondent: respondent.id, details }, now)
  await recordAudit(tx, caller, { object: `sheet:${sheet.id}`, after: { delegated: details } })
  await settle(context, tx, sheet, caller.userId)
}

/** Returns the id of a user who can become a respondent of a stage. Throws `sheet.wrong_respondent`. */
export async function newRespondentUser(
  tx: Transaction,
  { sheet, respondents }: LockedSheet,
  { userId, stage, field }: { readonly userId: string; readonly stage: number; readonly field: string },
): Promise<string> {
  const [found] = await findSubjects(tx, [{ type: 'user', id: userId }])
  const id = found?.users[0]
  if (id === undefined) throw sheetWrongRespondent(`there is no active user "${userId.slice(0, 100)}"`, { field })
  if (sheet.type === 'approval' && !sheet.route.initiatorMayApprove && id === sheet.createdBy)
    throw sheetWrongRespondent('the initiator may not approve', { field })
  if (respondents.some((one) => one.userId === id && one.stage === stage && counts(one)))
    throw sheetWrongRespondent('the user is already a respondent of this stage', { field })
  return id
}

/** Whether a respondent counts in a stage: not after a delegation or a removal. */
export const counts = ({ state }: RespondentRow): boolean => state !== 'delegated' && state !== 'removed'
