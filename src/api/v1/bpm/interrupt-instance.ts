import { Type } from 'typebox'
import { interruptErrors } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../schemas.ts'
import { Comment } from './bpm-schemas.ts'

export const interruptInstance = operation({
  name: 'interruptInstance',
  area: 'Business processes',
  methods: ['POST'],
  path: '/pub/v1/bpm/instance/{id}/interrupt',
  summary: 'Interrupt a process instance',
  description:
    'Ends the instance permanently: its tasks, timers and requests to other systems are cancelled. For administrators of the process, ' +
    'and for the initiator if the settings of the process allow it. Interrupting an interrupted instance again changes nothing.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ comment: Type.Optional(Comment) }),
  result: Nothing,
  errors: interruptErrors,
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.instances.interrupt(caller, params.id, input.comment)
    return {}
  },
})
