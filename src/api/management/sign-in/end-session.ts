import { sessionNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const endSession = operation({
  name: 'endSession',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/me/sessions/{id}',
  summary: 'End one of your own sessions',
  description: 'Every node refuses the ended session within a second.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [sessionNotFound],
  handle: async ({ params }, { caller, people }) => {
    await people.sessions.end(caller, params.id)
    return {}
  },
})
