import type { Transaction } from '../../foundation/db/database.ts'
import type { Fact } from '../../people/index.ts'
import type { SheetRow } from './rows/sheet-rows.store.ts'
import type { SheetContext } from './sheet-deps.ts'

/** A respondent who is told about a task. */
interface Told {
  readonly id: string
  readonly userId: string
  /** The due date in ISO 8601. */
  readonly due: string | null
}

/** Tells respondents that it is their turn, or reminds them before their due dates. */
export async function tellRespondents(
  { tell }: SheetContext,
  tx: Transaction,
  { app, subject }: Pick<SheetRow, 'app' | 'subject'>,
  {
    event,
    to,
    by,
  }: { readonly event: 'task.new' | 'task.reminded'; readonly to: readonly Told[]; readonly by?: string },
): Promise<void> {
  if (to.length === 0) return
  await tell(
    tx,
    to.map(
      ({ id, userId, due }): Fact => ({
        key: `task:${id}:${event === 'task.new' ? 'new' : 'reminded'}`,
        event,
        to: [userId],
        about: { type: 'task', id },
        app,
        details: { subject, due },
        by,
      }),
    ),
  )
}
