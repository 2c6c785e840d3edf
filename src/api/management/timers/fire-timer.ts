import { processNotAllowed, timerNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const fireTimer = operation({
  name: 'fireTimer',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/timers/{id}/fire',
  summary: 'Fire a timer now',
  description:
    'Fires the timer immediately. The answer comes after the instance has advanced. Requires the right `administer` to the template.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [timerNotFound, processNotAllowed],
  handle: async ({ params: { id } }, { caller, processes }) => {
    await processes.timers.fire(caller, id)
    return {}
  },
})
