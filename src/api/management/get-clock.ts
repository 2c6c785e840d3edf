import { Type } from 'typebox'
import { toWireTime } from '../../foundation/kit/clock.ts'
import { operation } from '../operation.ts'
import { NoParams, Time } from '../v1/schemas.ts'
import { clockFixed } from './advance-clock.ts'

export const getClock = operation({
  name: 'getClock',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/clock',
  summary: 'Get the time of the server',
  description: 'Only available when the server runs with TEST_CLOCK=1.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({ now: Time }),
  errors: [clockFixed],
  handle: async (_request, { clock, advanceClock }) => {
    if (advanceClock === undefined) throw clockFixed('start the server with TEST_CLOCK=1 to read its clock')
    return { now: toWireTime(clock.nowMs()) }
  },
})
