import { Type } from 'typebox'
import { AnyObject, orNull, Time, Uuid } from '../../v1/schemas.ts'

/** A restore point of a list: all fields, or those that `fields` requests. */
export const PartialRestorePoint = Type.Partial(
  Type.Object({
    __id: Uuid,
    id: Uuid,
    state: Type.Enum(['open', 'used', 'expired', 'revoked']),
    instanceId: Uuid,
    templateId: Uuid,
    elementId: Type.String({ description: 'Id of the delegated activity in the diagram.' }),
    url: orNull(Type.String({ description: 'Address of the other system.' })),
    attempts: Type.Integer({ description: 'Number of attempts to send the request that have begun.' }),
    createdAt: Time,
    expiresAt: orNull(Time),
    endedAt: orNull(Time),
    input: Type.Object({}, { additionalProperties: true, description: 'Values that were sent to the other system.' }),
    answer: Type.Array(AnyObject, { description: 'Variables that the activity declares for the answer.' }),
    instance: orNull(AnyObject),
    template: orNull(AnyObject),
  }),
  { additionalProperties: true, title: 'PartialRestorePoint' },
)
