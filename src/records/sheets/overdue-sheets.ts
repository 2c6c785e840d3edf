import type { PeriodicJob } from '../../foundation/jobs/index.ts'
import { handleOverdue } from './actions/overdue.ts'
import { overdueSheets } from './rows/respondent-rows.store.ts'
import type { SheetContext } from './sheet-deps.ts'

const everyMs = 60_000
/** Maximum number of sheets that are read at once. Each sheet is handled in a transaction of its own. */
const maxSheets = 100

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
