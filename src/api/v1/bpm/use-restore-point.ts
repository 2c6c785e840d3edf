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
  summary: 'Continue a delegated action',
  description:
    'Completes the delegated activity that waits at the restore point. The values in `context`, or in `output`, which ' +
    'means the same, are checked against the declared output of the activity and merged into the instance. `error` ends ' +
    'the activity with a BPMN error instead. Each restore point works once; the same answer again is the same success.',
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
