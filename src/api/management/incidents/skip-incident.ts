import { Type } from 'typebox'
import { contextInvalid, flowMissing, incidentClosed, incidentNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'
import { ChangedContext, Reason, TakenFlow } from './incident.ts'

export const skipIncident = operation({
  name: 'skipIncident',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/incidents/{id}/skip',
  summary: 'Skip the element of an incident',
  description:
    'Leaves the element that the incident stopped, as if it had been completed with the values of `context`. When ' +
    'a condition caused the incident, the token takes `flow` or else the default flow. For administrators of the process.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ reason: Reason, context: Type.Optional(ChangedContext), flow: Type.Optional(TakenFlow) }),
  result: Nothing,
  errors: [incidentNotFound, incidentClosed, flowMissing, contextInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.incidents.skip(caller, params.id, input)
    return {}
  },
})
