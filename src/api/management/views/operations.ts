import { Type } from 'typebox'
import {
  applicationNotFound,
  applicationReadOnly,
  tooManyViews,
  viewNotFound,
  viewNotOwn,
  viewUnknownGroup,
} from '../../../data/index.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, NoParams, Nothing, Uuid } from '../../v1/schemas.ts'

const ViewName = Type.String({ minLength: 1, maxLength: 200 })
const ViewSearch = Type.String({
  maxLength: 10_000,
  description: 'Query parameters of the list, such as `f=["kind:supplier"]&sort=-__createdAt`; stored as they are.',
})
const SharedWith = Type.Array(Uuid, {
  maxItems: 100,
  description: 'Ids of the groups whose members see the view.',
})

/** A saved view as the management API shows it. */
const SavedView = Type.Object(
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

const ViewResult = Type.Object({ view: SavedView }, { title: 'SavedViewResult' })

const listViews = operation({
  name: 'listViews',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/views',
  summary: 'List saved views',
  description: "Returns the caller's own views and those that are shared with a group of the caller, by name.",
  right: 'user',
  params: NoParams,
  input: Type.Object({
    application: Type.Optional(
      Type.String({ maxLength: 500, description: 'Path of the application; without it, all applications.' }),
    ),
  }),
  result: Type.Object({ views: Type.Array(SavedView) }),
  handle: async ({ input }, { caller, apps }) => ({ views: await apps.savedViews.list(caller, input.application) }),
})

const createView = operation({
  name: 'createView',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/views',
  summary: 'Save a view of a list',
  description: 'Saves the parameters of a list under a name, for the caller or also for groups of the caller.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    application: Type.String({ maxLength: 500, description: 'Path of the application, such as `ref.counterparties`.' }),
    name: ViewName,
    search: ViewSearch,
    sharedWith: Type.Optional(SharedWith),
  }),
  result: ViewResult,
  errors: [applicationNotFound, applicationReadOnly, tooManyViews, viewUnknownGroup],
  idempotent: { again: async (_request, id, { caller, apps }) => ({ view: await apps.savedViews.get(caller, id) }) },
  handle: async ({ input: { sharedWith = [], ...view } }, { caller, apps }) => ({
    view: await apps.savedViews.create(caller, { ...view, sharedWith }),
  }),
})

const changeView = operation({
  name: 'changeView',
  area: 'Management',
  methods: ['PATCH'],
  path: '/api/v1/views/{id}',
  summary: 'Change a saved view',
  description: 'Allowed for the owner of the view, and for administrators when it is shared.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    name: Type.Optional(ViewName),
    search: Type.Optional(ViewSearch),
    sharedWith: Type.Optional(SharedWith),
  }),
  result: ViewResult,
  errors: [viewNotFound, viewNotOwn, viewUnknownGroup],
  handle: async ({ params, input }, { caller, apps }) => ({
    view: await apps.savedViews.change(caller, params.id, input),
  }),
})

const deleteView = operation({
  name: 'deleteView',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/views/{id}',
  summary: 'Delete a saved view',
  description: 'Allowed for the owner of the view, and for administrators when it is shared.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [viewNotFound, viewNotOwn],
  handle: async ({ params }, { caller, apps }) => {
    await apps.savedViews.remove(caller, params.id)
    return {}
  },
})

/** Operations of the management API on saved views. */
export const viewOperations: readonly Operation<Context>[] = [listViews, createView, changeView, deleteView]
