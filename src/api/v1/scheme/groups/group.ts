import { Type } from 'typebox'
import { ListInput } from '../../../../query/index.ts'
import { Uuid } from '../../schemas.ts'

/** A group or role, as the operations on one group return it. */
const GroupView = Type.Object(
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

export const OneGroup = Type.Object({ group: GroupView }, { title: 'GroupResult' })

/** A row of a list: its id, and all fields or those that `fields` requests. */
export const Partly = Type.Object({ __id: Uuid }, { additionalProperties: true, title: 'PartialItem' })

const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

export const RecursiveInput = Type.Object(
  {
    ...ListInput.properties,
    recursive: flag('Whether groups at any depth are returned, not only the next level; false by default.'),
  },
  { title: 'RecursiveListInput' },
)
export const EffectiveInput = Type.Object(
  {
    ...ListInput.properties,
    effective: flag(
      'Whether members through sub-groups, positions and departments are returned as well; false by default.',
    ),
  },
  { title: 'EffectiveListInput' },
)

/** Ids of users, groups, positions and departments; one list may contain several kinds. */
export const ItemIds = Type.Array(Uuid, {
  maxItems: 10_000,
  description: 'Ids of users, groups, positions and departments.',
})
