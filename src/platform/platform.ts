import type { Context } from '../api/operation.ts'
import type { Database } from '../foundation/db/database.ts'
import type { Store } from '../foundation/db/open-store.ts'
import type { MovableClock } from '../foundation/kit/clock.ts'
import type { HashCost } from '../people/index.ts'
import type { AnswerOutside } from '../process/index.ts'
import type { DefinitionKind } from '../solutions/index.ts'
import type { AdminToken } from './administrator.ts'
import type { Preparing } from './preparing.ts'

export interface Platform extends AsyncDisposable {
  /** Address `http://HOST:PORT`; available once the server listens. */
  readonly url: string
  /** Address of the console; undefined on a server without pages. */
  readonly consoleUrl: string | undefined
  readonly context: Omit<Context, 'caller'>
  readonly database: Database
  /**
   * Administrator's token, from `ADMIN_TOKEN` or the data folder; undefined when neither has it, as on a second node
   * of the same database.
   */
  readonly adminToken: AdminToken | undefined
  close(): Promise<void>
}

export interface StartOptions {
  /** A store that is already being opened. The platform closes it. */
  readonly opening?: Promise<Store>
  /** Runs before the server listens, so that clients never see unfinished preparations. */
  readonly prepare?: (platform: Preparing) => Promise<void>
  /** Runs when the server answers requests, before background work starts. */
  readonly announce?: (platform: Platform) => Promise<void>
  /** The folder of the console's sources; absent for a server without pages. */
  readonly consoleFolder?: string
  /** The kinds of definitions that solutions may contain; by default those of `kinds.ts`. */
  readonly kinds?: readonly DefinitionKind[]
  /** Whether answers are compared with their declarations; for tests. */
  readonly checkAnswers?: boolean
  /**
   * A clock to use instead of the system's, for the sample and for tests of processes; already set to the time of the
   * start.
   */
  readonly clock?: MovableClock
  /** Answers in place of other systems, so that tests of processes reach no network. */
  readonly answerOutside?: AnswerOutside
  /** Cost of password hashes; for tests. */
  readonly passwordCost?: HashCost
}
