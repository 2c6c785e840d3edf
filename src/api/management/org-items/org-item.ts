import { Type } from 'typebox'
import { orNull, Uuid } from '../../v1/schemas.ts'

const Kind = Type.Union([Type.Literal('department'), Type.Literal('position'), Type.Literal('position_type')], {
  description: 'Kind of the item: a department has no holder, a position at most one, a position_type any number.',
})

export const OrgItemView = Type.Object({
  id: Uuid,
  kind: Kind,
  name: Type.String(),
  code: orNull(Type.String()),
  parent: orNull(Uuid),
  holders: Type.Array(Uuid),
})

const Name = Type.String({ minLength: 1, maxLength: 200 })
const changeable = {
  code: Type.Optional(Type.String({ maxLength: 63 })),
  holders: Type.Optional(
    Type.Array(Uuid, { maxItems: 10_000, description: 'Ids of the users who hold the item; replaces all holders.' }),
  ),
}

export const OrgItemInput = Type.Object({
  kind: Kind,
  name: Name,
  parent: Type.Optional(
    Type.String({ format: 'uuid', description: 'Id of the item above; required for every item except the root.' }),
  ),
  ...changeable,
})
export const OrgItemUpdate = Type.Object({ name: Type.Optional(Name), parent: Type.Optional(Uuid), ...changeable })
