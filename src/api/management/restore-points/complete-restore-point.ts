import { Type } from 'typebox'
import { contextInvalid, restoreErrors } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, IdParams, Nothing } from '../../v1/schemas.ts'

export const completeRestorePoint = operation({
  name: 'completeRestorePoint',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/restore-points/{id}/complete',
  summary: 'Complete a delegated activity',
  description:
    'Completes the activity instead of the other system: values in `context`, or a BPMN error in `error`. For users who ' +
    'may administer the process. The audit log keeps the answer and the comment.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    context: Type.Optional(AnyObject),
    error: Type.Optional(
      Type.Object({
        code: Type.String({ minLength: 1, maxLength: 200, description: 'Code of the BPMN error.' }),
        message: Type.Optional(Type.String({ maxLength: 2000 })),
      }),
    ),
    comment: Type.String({ minLength: 1, maxLength: 2000, description: 'Reason why a user completes the activity.' }),
  }),
  result: Nothing,
  errors: [...restoreErrors, contextInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.restorePoints.completeByHand(caller, params.id, input)
    return {}
  },
})
