import { viewNotFound, viewNotOwn } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const deleteView = operation({
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
