import { Type } from 'typebox'
import { Uuid } from '../../v1/schemas.ts'

export const ViewName = Type.String({ minLength: 1, maxLength: 200 })
export const ViewSearch = Type.String({
  maxLength: 10_000,
  description: 'Query parameters of the list, such as `f=["kind:supplier"]&sort=-__createdAt`; stored as they are.',
})
export const SharedWith = Type.Array(Uuid, {
  maxItems: 100,
  description: 'Ids of the groups whose members see the view.',
})

/** A saved view as the management API shows it. */
export const SavedView = Type.Object(
  {
    id: Uuid,
    application: Type.String({ description: 'Path of the application, such as `ref.counterparties`.' }),
    name: Type.String(),
    search: ViewSearch,
    sharedWith: SharedWith,
    isOwn: Type.Boolean({ description: 'Whether the view belongs to the caller.' }),
    owner: Type.Object({ id: Uuid, name: Type.String() }),
  },
  { title: 'SavedView' },
)

export const ViewResult = Type.Object({ view: SavedView }, { title: 'SavedViewResult' })
