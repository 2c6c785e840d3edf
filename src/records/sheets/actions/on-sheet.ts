import type { Transaction } from '../../../foundation/db/database.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { type Acting, actingFor } from '../acting.ts'
import { sheetEnded, sheetNotAllowed, sheetNotPending, sheetWrongRespondent } from '../errors.ts'
import { type RespondentRow, respondentsOf } from '../rows/respondent-rows.store.ts'
import { lockSheet, type SheetRow } from '../rows/sheet-rows.store.ts'
import type { SheetContext } from '../sheet-deps.ts'
import { requireVisible, sheetMissing } from './visible-sheet.ts'

/** A sheet that is locked until the transaction ends, with its respondents. */
export interface LockedSheet {
  readonly sheet: SheetRow
  readonly respondents: readonly RespondentRow[]
}

/** Locks a sheet that the caller may see. Throws `sheet.not_found`. */
export async function lockVisible(
  context: SheetContext,
  tx: Transaction,
  caller: Caller,
  id: string,
): Promise<LockedSheet> {
  const sheet = isUuid(id) ? await lockSheet(tx, id) : undefined
  if (sheet === undefined) throw sheetMissing(id)
  const locked = { sheet, respondents: await respondentsOf(tx, sheet.id) }
  await requireVisible(context, tx, caller, locked)
  return locked
}

export function refuseEnded({ endedAt, state }: SheetRow): void {
  if (endedAt === null) return
  throw sheetEnded(state === 'cancelled' ? 'the sheet was cancelled' : 'the sheet has ended')
}

/** Throws unless the caller is the initiator of the sheet or an administrator. */
export function requireInitiator(caller: Caller, { createdBy }: SheetRow): void {
  if (caller.administrator || caller.userId === createdBy) return
  throw sheetNotAllowed('you can see the sheet, but only its initiator and administrators may do this')
}

/** A respondent whose turn it is, and the user who acts for the respondent. */
export interface Turn {
  readonly respondent: RespondentRow
  readonly acting: Acting
}

/**
 * Returns the respondent for whom a caller acts: the named one, or else the caller, or else the only principal whose
 * turn it is. Throws `sheet.not_allowed`, `sheet.ended`, `sheet.not_pending` or `sheet.wrong_respondent`.
 */
export function turnOfCaller(caller: Caller, { sheet, respondents }: LockedSheet, respondentId?: string): Turn {
  const own = respondents.flatMap((respondent): Turn[] => {
    const acting = actingFor(caller, respondent)
    return acting === undefined ? [] : [{ respondent, acting }]
  })
  const named = respondentId?.toLowerCase()
  const meant = named === undefined ? own : own.filter(({ respondent }) => respondent.id === named)
  if (meant.length === 0)
    throw sheetNotAllowed('you can see the sheet, but only its respondents and their substitutes may answer')
  refuseEnded(sheet)
  const pending = meant.filter(({ respondent }) => respondent.state === 'pending')
  const first = pending.find(({ acting }) => acting.onBehalfOf === undefined) ?? pending[0]
  if (first === undefined) {
    const isWaiting = meant.some(({ respondent }) => respondent.state === 'waiting')
    throw sheetNotPending(isWaiting ? 'it is not your turn yet' : 'the answer was given before')
  }
  if (first.acting.onBehalfOf !== undefined && pending.length > 1)
    throw sheetWrongRespondent('you substitute for several respondents; name one with respondentId', {
      field: 'respondentId',
      respondentIds: pending.map(({ respondent }) => respondent.id),
    })
  return first
}
