import type { Tx } from '../../../foundation/db/database.ts'
import type { Address } from '../../../solutions/index.ts'
import { viewInUse } from '../../errors.ts'
import type { Application } from '../application.ts'
import { viewName } from './view-name.ts'
import { createView, dependantsOf, dropView } from './views.store.ts'

/** Drops and creates the view of an application. Throws `definition.view_in_use` while other views read the view. */
export async function recreateView(tx: Tx, application: Application): Promise<void> {
  await removeView(tx, application)
  await createView(tx, application)
}

/**
 * Drops the view of an application or a contract. Throws `definition.view_in_use` while another view reads the view.
 */
export async function removeView(tx: Tx, viewed: Address): Promise<void> {
  const names = await dependantsOf(tx, viewed)
  if (names.length > 0) {
    throw viewInUse(`the view bi.${viewName(viewed)} has to change, but ${names.join(', ')} reads it; drop that first`)
  }
  await dropView(tx, viewed)
}
