import { Type } from 'typebox'
import { ListInput } from '../../../query/index.ts'
import { Uuid } from '../schemas.ts'

/** A group or role, as all operations show it. */
export const GroupView = Type.Object(
  {
    __id: Uuid,
    __name: Type.String(),
    id: Uuid,
    name: Type.String(),
    namespace: Type.String(),
    code: Type.String(),
    description: Type.String(),
    isDefault: Type.Boolean(),
    isRole: Type.Boolean(),
    system: Type.Boolean(),
    subOrgunitIds: Type.Array(Uuid),
    usersCount: Type.Integer(),
  },
  { additionalProperties: true, title: 'Group' },
)

export const OneGroup = Type.Object({ group: GroupView })
export const NamespaceParams = Type.Object({ namespace: Type.String() })

/** With `fields` a row has what was asked for, and always its id. */
export const Partly = Type.Object({ __id: Uuid }, { additionalProperties: true })

const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

export const RecursiveInput = Type.Object({
  ...ListInput.properties,
  recursive: flag('At any depth, not only direct.'),
})
export const EffectiveInput = Type.Object({
  ...ListInput.properties,
  effective: flag('Also through sub-groups, positions and departments.'),
})

/** Users, groups, positions and departments, in any mixture. */
export const ItemIds = Type.Array(Uuid, {
  maxItems: 10_000,
  description: 'Ids of users, groups, positions, departments.',
})
