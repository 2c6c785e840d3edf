import { Type } from 'typebox'
import { elementBytes } from '../../../foundation/http/body-limit.ts'
import { contextInvalid, restoreErrors } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, IdParams, Nothing, orNull } from '../schemas.ts'

export const useRestorePoint = operation({
  name: 'useRestorePoint',
  area: 'Business processes',
  methods: ['POST'],
  path: '/pub/v1/bpm/restore-point/{id}/restore',
  summary: 'Complete a delegated activity',
  description:
    'Completes the delegated activity that waits at the restore point. The values in `context` (or its alias `output`) ' +
    'are checked against the declared output of the activity and merged into the instance. `error` ends the activity ' +
    'with a BPMN error instead. Each restore point can be used once; sending the same answer again succeeds, too.',
  right: 'user',
  params: IdParams,
  input: Type.Object(
    {
      context: Type.Optional(AnyObject),
      output: Type.Optional(orNull(AnyObject)),
      error: Type.Optional(
        orNull(
          Type.Object(
            {
              code: Type.String({ description: 'Code of the BPMN error.' }),
              message: Type.Optional(orNull(Type.String())),
            },
            { additionalProperties: true },
          ),
        ),
      ),
    },
    { additionalProperties: true },
  ),
  maxBodyBytes: elementBytes,
  result: Nothing,
  errors: [...restoreErrors, contextInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.restorePoints.restore(caller, params.id, input)
    return {}
  },
})
