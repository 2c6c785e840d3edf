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
