import type { PeriodicJob } from '../../foundation/jobs/index.ts'
import { takeReminders } from './rows/respondent-rows.store.ts'
import { insertSheetEvent } from './rows/sheet-events.store.ts'
import type { SheetContext } from './sheet-deps.ts'

const everyMs = 60_000
/** Maximum number of reminders in one transaction. */
const maxReminders = 500

/** Creates the job that writes due reminders of respondents into the history of their sheets. */
export function createReminders({ database, clock }: SheetContext): PeriodicJob {
  async function remindSome(): Promise<number> {
    const now = new Date(clock.nowMs())
    return database.transaction(async (tx) => {
      const due = await takeReminders(tx, now, maxReminders)
      for (const { sheet, id, userId, dueAt } of due)
        await insertSheetEvent(
          tx,
          sheet,
          { kind: 'reminded', by: null, respondent: id, details: { to: userId, dueAt } },
          now,
        )
      return due.length
    })
  }
  return {
    name: 'remind respondents of sheets',
    everyMs,
    on: 'one node',
    async run() {
      while ((await remindSome()) === maxReminders);
    },
  }
}
