import { Type } from 'typebox'
import { AccessSetting } from '../../../access/index.ts'
import { orNull, Time, Uuid } from '../../v1/schemas.ts'

/** Access rules of an application or namespace: those of the solution and those that administrators set. */
export const AccessView = Type.Object(
  {
    definition: orNull(AccessSetting),
    setting: AccessSetting,
    updatedAt: orNull(Time),
    updatedBy: orNull(Uuid),
  },
  { title: 'Access' },
)
