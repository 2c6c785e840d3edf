import type { Files } from '../../files/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Numbering } from '../elements/numbering/numbering.ts'
import type { OpenApplication } from '../elements/source/opened-application.ts'
import type { EventHook } from '../events/index.ts'

/** The dependencies of a running import. */
export interface ImportDeps {
  readonly database: Database
  readonly clock: Clock
  readonly files: Files
  readonly numbering: Numbering
  readonly open: OpenApplication
  readonly events: EventHook
  /** The maximum number of rows per transaction. */
  readonly batchRows: number
}
