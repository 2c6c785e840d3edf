import type { Transaction } from '../../foundation/db/database.ts'
import type { Fact } from '../../people/index.ts'
import type { SheetRow } from './rows/sheet-rows.store.ts'
import type { SheetContext } from './sheet-deps.ts'

/** The part of a fact's key that stands for the type of event. */
const keys = { 'task.new': 'new', 'task.escalated': 'new', 'task.reminded': 'reminded' } as const

/** A respondent who is notified about a task. */
interface Told {
  readonly id: string
  readonly userId: string
  /** The due date in ISO 8601. */
  readonly due: string | null
}

/**
 * Notifies respondents that it is their turn, including after an escalation, or reminds them before their due dates.
 */
export async function tellRespondents(
  { tell }: SheetContext,
  tx: Transaction,
  { app, subject, instanceName }: Pick<SheetRow, 'app' | 'subject' | 'instanceName'>,
  {
    event,
    to,
    by,
  }: {
    readonly event: keyof typeof keys
    readonly to: readonly Told[]
    readonly by?: string | undefined
  },
): Promise<void> {
  if (to.length === 0) return
  await tell(
    tx,
    to.map(
      ({ id, userId, due }): Fact => ({
        key: `task:${id}:${keys[event]}`,
        event,
        to: [userId],
        about: { type: 'task', id },
        app,
        details: { subject, due, process: instanceName },
        by,
      }),
    ),
  )
}

/** Notifies the respondents whose answers a cancelled sheet no longer needs, and the initiator of the sheet. */
export async function tellCancelled(
  { tell }: SheetContext,
  tx: Transaction,
  { id, app, subject, instanceName, createdBy }: SheetRow,
  { by, reason, awaited }: { readonly by: string; readonly reason: string; readonly awaited: readonly string[] },
): Promise<void> {
  await tell(tx, [
    {
      key: `sheet:${id}:cancelled`,
      event: 'sheet.cancelled',
      to: [...new Set([...awaited, createdBy])],
      about: { type: 'sheet', id },
      app,
      details: { subject, reason, process: instanceName },
      by,
    },
  ])
}
