import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { SavedView } from './view-schemas.ts'

export const listViews = operation({
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
