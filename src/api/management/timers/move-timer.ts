import { Type } from 'typebox'
import { processNotAllowed, timerNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Time } from '../../v1/schemas.ts'

export const moveTimer = operation({
  name: 'moveTimer',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/timers/{id}/move',
  summary: 'Move a timer to another time',
  description:
    'A repeating timer counts its next repetitions from the new time. A time in the past fires the timer. Requires the right `administer` to the template.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    dueAt: Type.String({ format: 'date-time', description: 'Time at which the timer fires.' }),
  }),
  result: Type.Object({ dueAt: Time }),
  errors: [timerNotFound, processNotAllowed],
  handle: async ({ params: { id }, input }, { caller, processes }) => ({
    ...(await processes.timers.move(caller, id, input.dueAt)),
  }),
})
