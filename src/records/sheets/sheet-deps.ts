import type { Apps } from '../../data/index.ts'
import type { Files } from '../../files/index.ts'
import type { Database, Transaction } from '../../foundation/db/database.ts'
import type { Jobs } from '../../foundation/jobs/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { Tell } from '../../people/index.ts'
import type { Lists } from '../../query/index.ts'
import type { RespondentRow } from './rows/respondent-rows.store.ts'
import type { SheetRow } from './rows/sheet-rows.store.ts'

/** Computes due dates, in the working time of a calendar if one is named. All functions throw an Error. */
export interface DueTimes {
  /** Returns the time of a due date: an ISO date, or a duration in ISO 8601 after `from`. */
  dueAt(due: string, from: Date, calendar: string | undefined): Date
  /** Returns the time of a reminder, a duration before a due date. */
  before(due: Date, duration: string, calendar: string | undefined): Date
}

/** Called in the transaction that ends a sheet, with its final state and all of its respondents. */
export type OnSheetEnd = (tx: Transaction, sheet: SheetRow, respondents: readonly RespondentRow[]) => Promise<void>

export interface SheetDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly files: Pick<Files, 'attach' | 'unseen' | 'versions'>
  readonly apps: Pick<Apps, 'elements' | 'catalog' | 'events'>
  readonly jobs: Pick<Jobs, 'followClock'>
  readonly log: Log
  readonly dueTimes: DueTimes
  /** The time zone of the organisation, for printed forms. */
  readonly timeZone: string
  /** Notifies users of their tasks. */
  readonly tell: Tell
}

/** The parts of the platform that actions on sheets use, with the functions to call at the end of a sheet. */
export interface SheetContext extends SheetDeps {
  readonly ended: readonly OnSheetEnd[]
}
