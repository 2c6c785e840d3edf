import { Type } from 'typebox'
import { elementBytes } from '../../../foundation/http/body-limit.ts'
import { changeErrors } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, IdParams, Nothing } from '../schemas.ts'
import { Comment } from './bpm-schemas.ts'

export const changeInstanceContext = operation({
  name: 'changeInstanceContext',
  area: 'Business processes',
  methods: ['PUT'],
  path: '/pub/v1/bpm/instance/{id}/context',
  summary: 'Change the context of a process instance',
  description:
    'Merges the variables in `context` into those of the instance: null clears a variable, other variables keep their values. ' +
    'Conditional events are evaluated again. For administrators of the process. The audit log keeps the old and new ' +
    'values and the comment.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ comment: Comment, context: AnyObject }),
  maxBodyBytes: elementBytes,
  result: Nothing,
  errors: changeErrors,
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.instances.changeContext(caller, params.id, input)
    return {}
  },
})
