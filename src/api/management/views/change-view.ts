import { Type } from 'typebox'
import { viewNotFound, viewNotOwn, viewUnknownGroup } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { SharedWith, ViewName, ViewResult, ViewSearch } from './view-schemas.ts'

export const changeView = operation({
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
