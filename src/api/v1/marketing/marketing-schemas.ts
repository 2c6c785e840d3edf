import { Type } from 'typebox'
import { marketingOff } from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { orNull, Time, Uuid } from '../schemas.ts'

// Schemas and errors that the operations on segments and subscribers share.
const more = { additionalProperties: true }

/** Errors of every operation of the area. */
export const marketingErrors = [notAllowed, marketingOff]

export const Segment = Type.Object(
  {
    __id: Uuid,
    __name: Type.String(),
    externalId: orNull(Type.String()),
    preference: orNull(Type.String({ description: 'Id of the category that a subscriber must have agreed to.' })),
    type: Type.Enum(['static', 'dynamic']),
    subscribersCount: orNull(
      Type.Integer({ description: 'Number of subscribers; null for a dynamic segment in a list.' }),
    ),
    query: orNull(
      Type.Object(
        { namespace: Type.String(), code: Type.String(), filter: Type.Object({}, more) },
        { description: 'Application and filter of a dynamic segment.' },
      ),
    ),
    __createdAt: Time,
    __createdBy: Uuid,
    __updatedAt: Time,
    __updatedBy: Uuid,
  },
  { ...more, title: 'Segment' },
)

/** A row of a list: its id, and all fields or those that `fields` requests. */
export const PartialSegment = Type.Object({ __id: Uuid }, { ...more, title: 'PartialSegment' })
export const PartialSubscriber = Type.Object({ __id: Uuid }, { ...more, title: 'PartialSubscriber' })

/** Maximum number of ids in one request. */
const maxIds = 50_000

export const MemberIds = Type.Object({
  ids: Type.Array(Type.String({ format: 'uuid' }), { maxItems: maxIds, description: 'Ids of subscribers.' }),
})

export const MembersChanged = Type.Object({
  changed: Type.Integer({ description: 'Number of subscribers that were added or removed.' }),
  unchanged: Type.Integer({
    description: 'Number of subscribers that were in the segment already, or were not in it.',
  }),
  unknown: Type.Integer({ description: 'Number of ids that belong to no subscriber.' }),
})
