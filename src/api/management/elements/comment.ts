import { Type } from 'typebox'
import { Time, Uuid } from '../../v1/schemas.ts'

const NamedUser = Type.Object({ id: Uuid, name: Type.String() })

/** A comment on an element as the management API shows it. */
export const Comment = Type.Object(
  {
    id: Uuid,
    text: Type.String(),
    at: Time,
    by: NamedUser,
    mentions: Type.Array(NamedUser),
  },
  { title: 'Comment' },
)
