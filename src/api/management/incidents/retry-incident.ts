import { Type } from 'typebox'
import { contextInvalid, incidentClosed, incidentNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'
import { ChangedContext, Reason } from './incident.ts'

export const retryIncident = operation({
  name: 'retryIncident',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/incidents/{id}/retry',
  summary: 'Retry an incident',
  description:
    'Changes the variables in `context`, then repeats the failed work. If the work fails again, a new incident is ' +
    'opened. For administrators of the process.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ reason: Type.Optional(Reason), context: Type.Optional(ChangedContext) }),
  result: Nothing,
  errors: [incidentNotFound, incidentClosed, contextInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.incidents.retry(caller, params.id, input)
    return {}
  },
})
