import { nilId } from '../../kit/ids.ts'
import type { Stamps } from '../definitions/definitions.store.ts'

/** Who made and changed a defined thing, as the wire spells it. What was removed is not shown. */
export function stampsView({ createdAt, createdBy, updatedAt, updatedBy }: Stamps) {
  return {
    __createdAt: createdAt,
    __createdBy: createdBy,
    __updatedAt: updatedAt,
    __updatedBy: updatedBy,
    __deletedAt: null,
  }
}

/** The stamps of what is older than every installation. */
export const builtInStamps = Object.freeze({
  __createdAt: null,
  __createdBy: nilId,
  __updatedAt: null,
  __updatedBy: nilId,
  __deletedAt: null,
})
