import { Type } from 'typebox'
import { AccessSetting } from '../../../apps/index.ts'
import { orNull, Time, Uuid } from '../../v1/schemas.ts'

/** What files and administrators say of access to one thing. */
export const SaidOfAccess = Type.Object({
  definition: orNull(AccessSetting),
  setting: AccessSetting,
  updatedAt: orNull(Time),
  updatedBy: orNull(Uuid),
})

export const NamespaceParams = Type.Object({ namespace: Type.String() })
