import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, tooManyViews, viewUnknownGroup } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { SharedWith, ViewName, ViewResult, ViewSearch } from './view-schemas.ts'

export const createView = operation({
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
