import { Type } from 'typebox'
import {
  contextInvalid,
  flowMissing,
  instanceFinished,
  instanceNotAllowed,
  instanceNotFound,
  stepNotActive,
} from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'
import { ChangedContext, Reason, TakenFlow } from './incident.ts'

export const skipStep = operation({
  name: 'skipStep',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/instances/{id}/skip-step',
  summary: 'Skip a step of an instance',
  description:
    'Leaves an element at which the instance waits, as if it had been completed with the values of `context`. For ' +
    'administrators of the process.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    element: Type.String({ minLength: 1, maxLength: 255, description: 'Id of the element in the diagram.' }),
    reason: Reason,
    context: Type.Optional(ChangedContext),
    flow: Type.Optional(TakenFlow),
  }),
  result: Nothing,
  errors: [instanceNotFound, instanceNotAllowed, instanceFinished, stepNotActive, flowMissing, contextInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.incidents.skipStep(caller, params.id, input)
    return {}
  },
})
