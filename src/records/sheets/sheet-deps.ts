import type { DueTimes } from '../../calendars/index.ts'
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
  readonly dueTimes: Pick<DueTimes, 'dueAt' | 'before'>
  /** The time zone of the organisation, for printed forms. */
  readonly timeZone: string
  /** Notifies users of their tasks. */
  readonly tell: Tell
}

/** The parts of the platform that actions on sheets use, with the functions to call at the end of a sheet. */
export interface SheetContext extends SheetDeps {
  readonly ended: readonly OnSheetEnd[]
}
