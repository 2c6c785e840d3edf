import type { Files } from '../../files/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Jobs } from '../../foundation/jobs/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Tell } from '../../people/index.ts'
import type { Elements } from '../elements/elements.ts'
import type { OpenApplication } from '../elements/source/opened-application.ts'

/** The dependencies of jobs on elements. */
export interface ElementJobsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Jobs
  readonly files: Files
  readonly elements: Elements
  readonly open: OpenApplication
  readonly tell: Tell
}
