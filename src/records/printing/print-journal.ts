import type { Apps } from '../../data/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { wrongInput } from '../../foundation/http/errors.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import { openCase } from '../nomenclature/cases.ts'
import { readDay } from '../registrations/read-date.ts'
import { journalPage } from './journal-page.ts'
import { applicationsIn, endsOf, journalLines } from './journal-rows.store.ts'

export interface PrintDeps {
  readonly database: Database
  readonly clock: Clock
  readonly apps: Pick<Apps, 'catalog' | 'findFor'>
  readonly timeZone: string
}

/** First and last day of a printed journal; without them, the journal has all days. */
export interface JournalDays {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const maxLines = 10_000

/**
 * Creates the function that returns the journal of a case as an HTML page. Names of documents are shown where the
 * caller may see the document.
 */
export function createPrintJournal({ database, clock, apps, timeZone }: PrintDeps) {
  return async (caller: Caller, caseId: string, days: JournalDays): Promise<string> => {
    const { reader } = database
    const found = await openCase(reader, caller, caseId)
    const from = days.from === undefined ? undefined : readDay(days.from, 'from')
    const to = days.to === undefined ? undefined : readDay(days.to, 'to')
    const find = apps.findFor(caller)
    const sources = (await applicationsIn(reader, found.id)).flatMap((id) => {
      const application = apps.catalog.applicationById(id)
      return (application && find(application.namespace, application.code)) ?? []
    })
    const lines = await journalLines(reader, { caseId: found.id, from, to, timeZone, sources, limit: maxLines + 1 })
    if (lines.length > maxLines)
      throw wrongInput(`the journal has more than ${maxLines} lines; print a part of it with "from" and "to"`, {
        field: 'from',
      })
    const printedAt = new Date(clock.nowMs()).toISOString().slice(0, 16).replace('T', ' ')
    return journalPage({ found, lines, ends: await endsOf(reader, found.id), from, to, printedAt: `${printedAt} UTC` })
  }
}
