import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Transaction } from '../../../foundation/db/database.ts'
import type { PeriodicJob } from '../../../foundation/jobs/index.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { newId, nilId } from '../../../foundation/kit/ids.ts'
import { findSupervisor, systemCaller } from '../../../people/index.ts'
import { sheetWrongRespondent } from '../errors.ts'
import type { OverdueRule } from '../route/route.ts'
import {
  cancelRespondents,
  endRespondent,
  insertRespondents,
  overdueSheets,
  type RespondentRow,
  respondentsOf,
  takeOverdue,
} from '../rows/respondent-rows.store.ts'
import { insertSheetEvent } from '../rows/sheet-events.store.ts'
import { lockSheet, type SheetRow } from '../rows/sheet-rows.store.ts'
import type { SheetContext } from '../sheet-deps.ts'
import { newRespondentUser } from './delegate.ts'
import { settle } from './settle.ts'

const everyMs = 60_000
/** Maximum number of sheets that are read at once. Each sheet is handled in a transaction of its own. */
const maxSheets = 100

/**
 * Applies the overdue rules of a sheet: asks the supervisor of an overdue respondent instead, or gives the automatic
 * answer. Each answer is escalated at most once. Does nothing when the sheet has ended.
 */
async function handleOverdue(context: SheetContext, tx: Transaction, id: string): Promise<void> {
  const now = new Date(context.clock.nowMs())
  const sheet = await lockSheet(tx, id)
  if (sheet === undefined) return
  const overdue = await takeOverdue(tx, id, now)
  if (sheet.endedAt !== null || overdue.length === 0) return
  for (const respondent of overdue) {
    const rule = sheet.route.stages[respondent.stage]?.overdue ?? {}
    if (!(await escalate(tx, { sheet, respondent, rule, now }))) await answerFor(tx, { sheet, respondent, rule, now })
  }
  await settle(context, tx, sheet, null)
}

interface Overdue {
  readonly sheet: SheetRow
  readonly respondent: RespondentRow
  readonly rule: OverdueRule
  readonly now: Date
}

/** Asks the supervisor of a respondent instead. Returns false when there is no supervisor who can answer. */
async function escalate(tx: Transaction, { sheet, respondent, rule, now }: Overdue): Promise<boolean> {
  if (rule.escalate !== true || respondent.escalated) return false
  const supervisor = await findSupervisor(tx, respondent.userId)
  const to = supervisor && (await asRespondent(tx, { sheet, respondent, supervisor }))
  if (to === undefined) return false
  const { stage, place, userId: from } = respondent
  await endRespondent(tx, respondent, { state: 'delegated' }, now)
  const next = { id: newId(), stage, place, userId: to, state: 'waiting', escalated: true } as const
  await insertRespondents(tx, sheet, [{ ...next, delegatedFrom: respondent.id }], now)
  await note(tx, { sheet, respondent, now }, { kind: 'escalated', details: { from, to } })
  return true
}

/** Returns the id of a supervisor who can become a respondent; undefined otherwise. */
async function asRespondent(
  tx: Transaction,
  { sheet, respondent, supervisor }: Pick<Overdue, 'sheet' | 'respondent'> & { readonly supervisor: string },
): Promise<string | undefined> {
  const locked = { sheet, respondents: await respondentsOf(tx, sheet.id) }
  try {
    return await newRespondentUser(tx, locked, { userId: supervisor, stage: respondent.stage, field: 'userId' })
  } catch (error) {
    if (error instanceof PlatformError && error.kind === sheetWrongRespondent) return undefined
    throw error
  }
}

async function answerFor(tx: Transaction, { sheet, respondent, rule, now }: Overdue): Promise<void> {
  const { answer } = rule
  if (answer === undefined) return
  const { userId: to } = respondent
  if (answer === 'none') {
    await cancelRespondents(tx, sheet.id, [respondent.id], now)
    await note(tx, { sheet, respondent, now }, { kind: 'overdue', details: { to } })
    return
  }
  await endRespondent(tx, respondent, { state: answer, automatic: true }, now)
  const { version, sha256 } = sheet
  const details = { answer, version, sha256, automatic: true }
  await note(tx, { sheet, respondent, now }, { kind: 'answered', details })
}

/** Writes what the platform did for an overdue respondent into the history of the sheet and the audit log. */
async function note(
  tx: Transaction,
  { sheet, respondent, now }: Omit<Overdue, 'rule'>,
  { kind, details }: { readonly kind: 'escalated' | 'overdue' | 'answered'; readonly details: object },
): Promise<void> {
  await insertSheetEvent(tx, sheet.id, { kind, by: null, respondent: respondent.id, details }, now)
  const after = { overdue: { respondent: respondent.userId, ...details } }
  await recordAudit(tx, systemCaller(nilId), { object: `sheet:${sheet.id}`, after })
}

/** Creates the job that applies the overdue rules of sheets to their overdue respondents. */
export function createOverdueSheets(context: SheetContext): PeriodicJob {
  const { database, clock } = context
  return {
    name: 'act for overdue respondents of sheets',
    everyMs,
    on: 'one node',
    async run() {
      for (;;) {
        const ids = await overdueSheets(database.reader, new Date(clock.nowMs()), maxSheets)
        for (const id of ids) await database.transaction((tx) => handleOverdue(context, tx, id))
        if (ids.length < maxSheets) return
      }
    },
  }
}
