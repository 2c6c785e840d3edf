import type { Transaction } from '../../../foundation/db/database.ts'
import { nextStep } from '../route/next-step.ts'
import type { SheetState } from '../route/route.ts'
import {
  cancelRespondents,
  openRespondents,
  type RespondentRow,
  respondentsOf,
  type Turn,
} from '../rows/respondent-rows.store.ts'
import { insertSheetEvent } from '../rows/sheet-events.store.ts'
import { endSheet, type SheetRow } from '../rows/sheet-rows.store.ts'
import type { SheetContext } from '../sheet-deps.ts'
import { tellCancelled, tellRespondents } from '../tell-respondents.ts'

/**
 * Takes the next step of a sheet after its respondents have changed: asks those whose turn it is, and ends the sheet
 * when its answers decide it. The caller has locked the sheet. `by` is the user whose action changed the sheet, or null
 * for the platform.
 */
export async function settle(
  context: SheetContext,
  tx: Transaction,
  sheet: SheetRow,
  by: string | null,
): Promise<void> {
  const { route, type, id } = sheet
  const now = new Date(context.clock.nowMs())
  const respondents = await respondentsOf(tx, id)
  const { open, cancel, outcome } = nextStep({ ...route, type }, respondents)
  const turns = respondents.filter((one) => open.includes(one.id)).map((one) => turnOf(context, sheet, one, now))
  await openRespondents(tx, id, turns, now)
  const byId = new Map(respondents.map((one) => [one.id, one]))
  const to = turns.map(({ id: turn, dueAt }) => ({ ...byId.get(turn)!, due: dueAt?.toISOString() ?? null }))
  const event = (isEscalated: boolean) => (isEscalated ? 'task.escalated' : 'task.new')
  for (const isEscalated of [false, true]) {
    const told = to.filter(({ escalated }) => escalated === isEscalated)
    await tellRespondents(context, tx, sheet, { event: event(isEscalated), to: told, by: by ?? undefined })
  }
  await cancelRespondents(tx, id, cancel, now)
  if (outcome !== undefined) await endSheetWith(context, tx, sheet, { state: outcome, by })
}

/** Cancels a sheet that is in progress, with a reason that its history and its respondents show. */
export async function cancelLocked(
  context: SheetContext,
  tx: Transaction,
  sheet: SheetRow,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<void> {
  const now = new Date(context.clock.nowMs())
  const awaited = (await respondentsOf(tx, sheet.id)).filter(({ endedAt }) => endedAt === null)
  await cancelRespondents(
    tx,
    sheet.id,
    awaited.map(({ id }) => id),
    now,
  )
  await insertSheetEvent(tx, sheet.id, { kind: 'cancelled', by, details: { reason } }, now)
  const asked = awaited.filter(({ state }) => state === 'pending').map(({ userId }) => userId)
  await tellCancelled(context, tx, sheet, { by, reason, awaited: asked })
  await endSheetWith(context, tx, sheet, { state: 'cancelled', by, reason })
}

/** How a sheet ends. */
export interface SheetEnd {
  readonly state: SheetState
  /** The user whose action ended the sheet; null for the platform. */
  readonly by: string | null
  readonly reason?: string
  /** Further values for the history. */
  readonly details?: object
}

/** Ends a sheet and calls the listeners. The caller has ended the respondents who have not answered. */
export async function endSheetWith(
  { clock, ended }: SheetContext,
  tx: Transaction,
  sheet: SheetRow,
  end: SheetEnd,
): Promise<void> {
  const now = new Date(clock.nowMs())
  await endSheet(tx, sheet.id, end, now)
  const reason = end.reason !== undefined && { reason: end.reason }
  if (end.state !== 'cancelled')
    await insertSheetEvent(
      tx,
      sheet.id,
      { kind: 'ended', by: end.by, details: { state: end.state, ...reason, ...end.details } },
      now,
    )
  const respondents = await respondentsOf(tx, sheet.id)
  const after: SheetRow = { ...sheet, state: end.state, endedBy: end.by, reason: end.reason ?? null }
  for (const listener of ended) await listener(tx, after, respondents)
}

/** Returns the turn of a respondent with its due date and reminder. */
function turnOf({ dueTimes }: SheetContext, sheet: SheetRow, respondent: RespondentRow, now: Date): Turn {
  const { route } = sheet
  const { due, overdue } = route.stages[respondent.stage] ?? {}
  if (due === undefined) return { id: respondent.id }
  const dueAt = firstOf([
    () => dueTimes.dueAt(due, now, route.calendar),
    // If the calendar was removed after the start of the sheet, time outside of working hours counts, too.
    () => dueTimes.dueAt(due, now, undefined),
  ])
  const { remindBefore } = route
  const remindAt =
    remindBefore &&
    firstOf([
      () => dueTimes.before(dueAt, remindBefore, route.calendar),
      () => dueTimes.before(dueAt, remindBefore, undefined),
    ])
  // A supervisor who is asked after a fixed due date is never overdue.
  const acts = overdue !== undefined && (!respondent.escalated || dueAt > now)
  // A reminder whose time has already passed is left out.
  const reminder = remindAt && remindAt > now && { remindAt }
  return { id: respondent.id, dueAt, ...reminder, ...(acts && { overdueAt: dueAt }) }
}

function firstOf(compute: readonly [() => Date, () => Date]): Date {
  try {
    return compute[0]()
  } catch {
    return compute[1]()
  }
}
