import type { Database } from '../../db/database.ts'
import type { Files } from '../../files/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { OpenApplication } from '../elements/element-address.ts'
import type { Numbering } from '../elements/numbering.ts'

/** What the work of an import needs. */
export interface ImportDeps {
  readonly database: Database
  readonly clock: Clock
  readonly files: Files
  readonly numbering: Numbering
  readonly open: OpenApplication
  /** Rows of one transaction. */
  readonly batchRows: number
}
