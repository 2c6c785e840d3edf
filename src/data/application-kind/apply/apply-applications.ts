import type { Tx } from '../../../foundation/db/database.ts'
import type { Stamp } from '../../../solutions/index.ts'
import type { Application } from '../../applications/application.ts'
import { recreateView, removeView } from '../../applications/views/views.ts'
import type { ChangedApplication } from '../steps.ts'
import { runEffects } from './effects.ts'
import { putApplication, removeApplication } from './put-application.store.ts'

export interface ApplicationChanges {
  /** The solution to which the changed applications belong. */
  readonly solution: string
  readonly put: readonly ChangedApplication[]
  readonly remove: readonly Application[]
}

/**
 * Writes new and changed applications, with the effects on their elements and their views, and removes those in
 * `remove`.
 */
export async function applyApplications(
  tx: Tx,
  { solution, put, remove }: ApplicationChanges,
  stamp: Stamp,
): Promise<void> {
  // A new view may have the name of a removed one, so removals come first.
  for (const application of remove) {
    await removeApplication(tx, application.id, stamp)
    await removeView(tx, application)
  }
  for (const changed of put) {
    const { definition, application } = changed
    await runEffects(tx, changed, stamp.at)
    await putApplication(tx, { id: application.id, solution, definition, version: application.version }, stamp)
    await recreateView(tx, application)
  }
}
