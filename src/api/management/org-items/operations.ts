import { Type } from 'typebox'
import type { Operation } from '../../../foundation/http/operation.ts'
import { orgItemCodeTaken, orgItemInUse, orgItemNotFound, wrongHolders, wrongParent } from '../../../people/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, NoParams, Nothing, orNull, Uuid } from '../../v1/schemas.ts'

const Kind = Type.Union([Type.Literal('department'), Type.Literal('position'), Type.Literal('position_type')], {
  description: 'Kind of the item: a department has no holder, a position at most one, a position_type any number.',
})

const OrgItemView = Type.Object({
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

const OrgItemInput = Type.Object({
  kind: Kind,
  name: Name,
  parent: Type.Optional(
    Type.String({ format: 'uuid', description: 'Id of the item above; required for every item except the root.' }),
  ),
  ...changeable,
})
const OrgItemUpdate = Type.Object({ name: Type.Optional(Name), parent: Type.Optional(Uuid), ...changeable })

const listOrgItems = operation({
  name: 'listOrgItems',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/org-items',
  summary: 'Get the organisation chart',
  description: 'Returns all items. Each item comes after its `parent`.',
  right: 'user',
  params: NoParams,
  result: Type.Object({ items: Type.Array(OrgItemView) }),
  handle: async (_request, { people }) => ({ items: await people.orgChart.items() }),
})

const createOrgItem = operation({
  name: 'createOrgItem',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/org-items',
  summary: 'Create an item of the organisation chart',
  description: 'Creates a department, a position or a group of the organisation chart below its parent.',
  right: 'administrator',
  params: NoParams,
  input: OrgItemInput,
  result: Type.Object({ id: Uuid }),
  errors: [wrongParent, wrongHolders, orgItemCodeTaken],
  idempotent: { again: (_request, id) => ({ id }) },
  handle: async ({ input }, { caller, people }) => ({ id: await people.orgChart.create(caller, input) }),
})

const updateOrgItem = operation({
  name: 'updateOrgItem',
  area: 'Management',
  methods: ['PATCH'],
  path: '/api/v1/org-items/{id}',
  summary: 'Update an item of the organisation chart',
  description: 'Renames or moves a department or position, or changes its holders. Only the given fields change.',
  right: 'administrator',
  params: IdParams,
  input: OrgItemUpdate,
  result: Nothing,
  errors: [orgItemNotFound, wrongParent, wrongHolders, orgItemCodeTaken],
  handle: async ({ params, input }, { caller, people }) => {
    await people.orgChart.update(caller, params.id, input)
    return {}
  },
})

const deleteOrgItem = operation({
  name: 'deleteOrgItem',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/org-items/{id}',
  summary: 'Delete an item of the organisation chart',
  description:
    'An item cannot be deleted while it has items below it or holders, or while a group contains it; the error ' +
    'lists these in `uses`.',
  right: 'administrator',
  params: IdParams,
  result: Nothing,
  errors: [orgItemNotFound, orgItemInUse],
  handle: async ({ params }, { caller, people, apps }) => {
    await people.orgChart.remove(caller, params.id, apps.access.usesOf)
    return {}
  },
})

/** Operations of the management API on items of the organisation chart. */
export const orgItemOperations: readonly Operation<Context>[] = [
  listOrgItems,
  createOrgItem,
  updateOrgItem,
  deleteOrgItem,
]
