import { Type } from 'typebox'
import { wrongInput } from '../../foundation/http/errors.ts'
import { toWireTime } from '../../foundation/kit/clock.ts'
import { errorKind } from '../../foundation/kit/errors.ts'
import { readIsoDuration, timeMsOf } from '../../foundation/kit/time/iso-duration.ts'
import { operation } from '../operation.ts'
import { NoParams, Time } from '../v1/schemas.ts'

const clockFixed = errorKind(
  'clock.fixed',
  403,
  'The clock can only be read or moved when the server runs with TEST_CLOCK=1.',
)

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

export const advanceClock = operation({
  name: 'advanceClock',
  cost: 'none',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/clock/advance',
  summary: 'Advance the clock for tests',
  description:
    'Moves the clock of the server forward by a duration, and answers when all jobs that are due by then have run. Only available when the server runs with TEST_CLOCK=1.',
  right: 'administrator',
  params: NoParams,
  input: Type.Object({ by: Type.String({ maxLength: 50, description: 'ISO 8601 duration, such as PT1H or P2D.' }) }),
  result: Type.Object({ now: Type.String({ format: 'date-time' }) }),
  errors: [clockFixed],
  handle: async ({ input }, { clock, advanceClock }) => {
    if (advanceClock === undefined) throw clockFixed('start the server with TEST_CLOCK=1 to move its clock')
    const byMs = durationMs(input.by)
    // The API writes years with four digits.
    if (!(clock.nowMs() + byMs < Date.UTC(9000, 0)))
      throw wrongInput('"by" would move the clock beyond the year 9000', { field: 'by' })
    await advanceClock(byMs)
    return { now: toWireTime(clock.nowMs()) }
  },
})

/**
 * Returns the milliseconds of a duration such as `P1DT2H30M10S`. Throws `input.wrong` for any other text, and for
 * years and months, because these have no fixed length.
 */
function durationMs(text: string): number {
  const parts = /^[+-]/.test(text) ? undefined : readIsoDuration(text)
  if (parts === undefined || parts.years > 0 || parts.months > 0)
    throw wrongInput('"by" must be a duration such as PT1H or P2D', { field: 'by' })
  return Number(parts.weeks * 7n + parts.days) * 86_400_000 + Math.round(timeMsOf(parts))
}
