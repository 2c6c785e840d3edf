import type { Apps, ReportTable } from '../data/index.ts'
import type { Database } from '../foundation/db/database.ts'
import type { PeriodicJob } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Caller } from '../people/index.ts'
import type { Lists } from '../query/index.ts'
import { createDispose, type DisposalInput } from './holds/dispose.ts'
import { Holds } from './holds/holds.ts'
import { Cases } from './nomenclature/cases.ts'
import { Directories } from './nomenclature/directories.ts'
import { createRollOver, type RolledCase } from './nomenclature/roll-over.ts'
import { createPrintJournal, type JournalDays } from './printing/print-journal.ts'
import { Registrations } from './registrations/registrations.ts'
import { hasJournalRow, type JournalVerification, verifyJournals } from './registrations/verify-journals.ts'
import { createRecordTables } from './reports/index.ts'

/** The nomenclature of cases and the registrations in them. */
export interface Registry {
  /** Offices and sections. */
  readonly directories: Directories
  readonly cases: Cases
  readonly registrations: Registrations
  readonly holds: Holds
  /** Opens the nomenclature of a year in an office; see `createRollOver`. */
  rollOver(caller: Caller, officeId: string, year: number): Promise<RolledCase[]>
  /** Disposes of cases by an act and returns the id of the act. */
  dispose(caller: Caller, input: DisposalInput): Promise<string>
  /** Returns the journal of a case as an HTML page. */
  printJournal(caller: Caller, caseId: string, days: JournalDays): Promise<string>
  /**
   * Verifies some journals after the journal `after`: their hashes, their counters and the registrations. Returns the
   * mismatches; see `verifyJournals`.
   */
  verify(after?: string): Promise<JournalVerification>
  /** Returns whether a journal still has the row with a hash that was noted elsewhere. */
  hasRow(hash: string): Promise<boolean>
  /** The tables about records that reports can read. */
  readonly reportTables: readonly ReportTable[]
  readonly periodic: readonly PeriodicJob[]
}

export interface RegistryDeps {
  readonly database: Database
  readonly clock: Clock
  readonly apps: Pick<Apps, 'elements' | 'catalog' | 'findFor'>
  readonly lists: Lists
  /** The time zone of the organisation: registration dates are days of this zone. */
  readonly timeZone: string
  /** Called after the commit of a change of grants. */
  readonly granted?: () => void
}

export function createRegistry(deps: RegistryDeps): Registry {
  const { reader } = deps.database
  const registrations = new Registrations(deps)
  return {
    directories: new Directories(deps.database, deps.clock, deps.lists, deps.granted),
    cases: new Cases(deps),
    registrations,
    holds: new Holds(deps.database, deps.clock, deps.apps),
    rollOver: createRollOver(deps),
    dispose: createDispose(deps),
    printJournal: createPrintJournal(deps),
    verify: (after) => verifyJournals(reader, after),
    hasRow: (hash) => hasJournalRow(reader, hash),
    reportTables: createRecordTables(deps),
    periodic: registrations.periodic,
  }
}
