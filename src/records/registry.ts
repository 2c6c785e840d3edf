import type { Database } from '../foundation/db/database.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Lists } from '../query/index.ts'
import { type Cases, createCases } from './nomenclature/cases.ts'
import { createDirectories, type Directories } from './nomenclature/directories.ts'

/** The nomenclature of cases and the registrations in them. */
export interface Registry {
  /** Offices and sections. */
  readonly directories: Directories
  readonly cases: Cases
}

export interface RegistryDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  /** The time zone of the organisation: registration dates are days of this zone. */
  readonly timeZone: string
  /** Called after the commit of a change of grants. */
  readonly granted?: () => void
}

export function createRegistry(deps: RegistryDeps): Registry {
  return { directories: createDirectories(deps), cases: createCases(deps) }
}
