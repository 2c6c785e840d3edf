import { nilId } from '../../foundation/kit/ids.ts'
import type { Stamps } from '../../solutions/index.ts'

/**
 * Returns the authors and times of the creation and the last change of a definition, under their names in the API.
 * `__deletedAt` is always null, because removed definitions are not shown.
 */
export function stampsView({ createdAt, createdBy, updatedAt, updatedBy }: Stamps) {
  return {
    __createdAt: createdAt,
    __createdBy: createdBy,
    __updatedAt: updatedAt,
    __updatedBy: updatedBy,
    __deletedAt: null,
  }
}

/** The stamps of built-in definitions, which have no dates and whose author is the system. */
export const builtInStamps = Object.freeze({
  __createdAt: null,
  __createdBy: nilId,
  __updatedAt: null,
  __updatedBy: nilId,
  __deletedAt: null,
})
