import { Type } from 'typebox'
import { instanceFinished, instanceNotAllowed, instanceNotFound, stepNotActive } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'
import { Reason } from './incident.ts'

export const restartStep = operation({
  name: 'restartStep',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/instances/{id}/restart-step',
  summary: 'Restart a step of an instance',
  description:
    'Restarts an element at which the instance waits: its work is cancelled, its boundary events stay active. A ' +
    'multi-instance restarts with its first instance. For administrators of the process.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    element: Type.String({ minLength: 1, maxLength: 255, description: 'Id of the element in the diagram.' }),
    reason: Reason,
  }),
  result: Nothing,
  errors: [instanceNotFound, instanceNotAllowed, instanceFinished, stepNotActive],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.incidents.restartStep(caller, params.id, input)
    return {}
  },
})
