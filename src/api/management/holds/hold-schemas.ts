import { Type } from 'typebox'
import { AnyObject, orNull, Time, Uuid } from '../../v1/schemas.ts'

export const HoldView = Type.Object(
  {
    id: Uuid,
    caseId: orNull(Uuid),
    element: orNull(AnyObject),
    reason: Type.String(),
    placedAt: Time,
    placedBy: Uuid,
    liftedAt: orNull(Time),
    liftedBy: orNull(Uuid),
    liftReason: orNull(Type.String()),
  },
  { title: 'Hold' },
)

export const Reason = Type.String({ minLength: 1, maxLength: 1000 })
