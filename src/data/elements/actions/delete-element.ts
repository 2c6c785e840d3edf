import type { ElementAddress } from '../source/opened-application.ts'
import { type Action, originOf, type WrittenElement } from './action.ts'
import { changeExisting, refuseOtherRevision, writtenElement } from './change-existing.ts'
import type { WantedRevision } from './update-element.ts'

/** Marks an element as deleted, so that it can be restored. Does nothing when the element is already deleted. */
export function deleteElement(
  action: Action,
  address: ElementAddress,
  guards: WantedRevision = {},
): Promise<WrittenElement> {
  return setDeleted(action, address, originOf(action.caller, action.clock).at, guards)
}

/**
 * Restores a deleted element; does nothing when the element is not deleted. Throws `element.duplicate_key` when another
 * element has taken one of its unique keys.
 */
export function restoreElement(
  action: Action,
  address: ElementAddress,
  guards: WantedRevision = {},
): Promise<WrittenElement> {
  return setDeleted(action, address, null, guards)
}

async function setDeleted(
  action: Action,
  address: ElementAddress,
  deletedAt: Date | null,
  guards: WantedRevision,
): Promise<WrittenElement> {
  const opened = action.open(action.caller, address)
  const allGuards = { ...guards, isDeleted: deletedAt === null }
  const change = { opened, address, change: { deletedAt }, guards: allGuards }
  const refuse = refuseOtherRevision.bind(undefined, guards)
  return writtenElement(address, await changeExisting(action, change, refuse))
}
