import { Type } from 'typebox'
import { contextInvalid, incidentClosed, incidentNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'
import { ChangedContext, Reason } from './incident.ts'

export const skipIncident = operation({
  name: 'skipIncident',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/incidents/{id}/skip',
  summary: 'Skip the element of an incident',
  description:
    'Leaves the element that the incident stopped, as if it had been completed with the values of `context`. For ' +
    'administrators of the process.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ reason: Reason, context: Type.Optional(ChangedContext) }),
  result: Nothing,
  errors: [incidentNotFound, incidentClosed, contextInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.incidents.skip(caller, params.id, input)
    return {}
  },
})
