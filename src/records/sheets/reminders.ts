import type { PeriodicJob } from '../../foundation/jobs/index.ts'
import { takeReminders } from './rows/respondent-rows.store.ts'
import { insertSheetEvent } from './rows/sheet-events.store.ts'
import { sheetById } from './rows/sheet-rows.store.ts'
import type { SheetContext } from './sheet-deps.ts'
import { tellRespondents } from './tell-respondents.ts'

const everyMs = 60_000
/** Maximum number of reminders in one transaction. */
const maxReminders = 500

/** Creates the job that reminds respondents and writes the reminders into the history of their sheets. */
export function createReminders(context: SheetContext): PeriodicJob {
  const { database, clock } = context
  async function remindSome(): Promise<number> {
    const now = new Date(clock.nowMs())
    return database.transaction(async (tx) => {
      const due = await takeReminders(tx, now, maxReminders)
      for (const { sheet, id, userId, dueAt } of due) {
        await insertSheetEvent(
          tx,
          sheet,
          { kind: 'reminded', by: null, respondent: id, details: { to: userId, dueAt } },
          now,
        )
        const about = await sheetById(tx, sheet)
        await tellRespondents(context, tx, about!, { event: 'task.reminded', to: [{ id, userId, due: dueAt }] })
      }
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
