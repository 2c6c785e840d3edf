import { Type } from 'typebox'
import { Uuid } from '../../v1/schemas.ts'

const Id = Type.String({ minLength: 1, maxLength: 255 })

/** The version and the mapping of a move. */
export const moveTarget = {
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: 'Version to move to; the newest one by default.' }),
  ),
  mapping: Type.Optional(
    Type.Record(Id, Id, {
      maxProperties: 1000,
      description: 'New ids of elements and flows, by their old ids.',
    }),
  ),
}

/** The selection of instances. */
export const instanceSelection = {
  instanceIds: Type.Optional(Type.Array(Uuid, { maxItems: 10_000, description: 'Identifiers of the instances.' })),
  updateAllActive: Type.Optional(Type.Boolean({ description: 'Whether all active instances are selected.' })),
  unselectedIds: Type.Optional(
    Type.Array(Uuid, {
      maxItems: 10_000,
      description: 'Identifiers of active instances that `updateAllActive` leaves out.',
    }),
  ),
}
