import { within } from '../../../foundation/db/unit-of-work.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { FieldUpload } from '../../../values/index.ts'
import { shownIn } from '../rules/references.store.ts'
import { type ElementAddress, elementMissing } from '../source/opened-application.ts'
import { lockRows } from '../write/change-elements.store.ts'
import type { Action, WrittenElement } from './action.ts'
import { updateElement } from './update-element.ts'

/**
 * Adds complete uploads of the caller to a field of an element, as new files in the directory of the element. A
 * string in `uploads` is the id of an existing file. In a field that holds one file, the new file replaces the
 * previous one.
 */
export function attachFiles(
  action: Action,
  address: ElementAddress,
  field: string,
  uploads: readonly (FieldUpload | string)[],
): Promise<WrittenElement> {
  const { unit, caller, open } = action
  const { visible, source } = open(caller, address)
  if (!isUuid(address.id)) throw elementMissing(address)
  return unit.transaction(async (tx) => {
    // Without the lock, two calls at the same time would both add to the same list, and one file would be lost.
    await lockRows(tx, source, [address.id])
    const held = visible.fields.get(field)?.array ? await shownIn(tx, source, address.id, field) : []
    const kept = Array.isArray(held) ? held : []
    const files = [...kept, ...uploads.filter((upload) => !kept.includes(upload as string))]
    return updateElement({ ...action, unit: within(tx) }, address, { [field]: files })
  })
}
