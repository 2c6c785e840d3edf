import { Type } from 'typebox'
import { wrongInput } from '../../../foundation/http/errors.ts'
import { requestTime } from '../../../foundation/http/request-time.ts'
import { processNotAllowed, processNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams, orNull, Time } from '../../v1/schemas.ts'
import { ElementStatistics } from './instance-schemas.ts'

export const getProcessStatistics = operation({
  name: 'getProcessStatistics',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/processes/{namespace}/{code}/statistics',
  summary: 'Get the statistics of a process',
  description:
    'Returns for each element of the diagram how many tokens (places where a running instance is at the moment) and incidents the element has now, and how often it was ' +
    'completed in a period and how long that took. In a period with more than 100,000 advances, only the newest are ' +
    'counted; `completeSince` is then the time since which the numbers are complete.',
  right: 'user',
  params: ApplicationParams,
  input: Type.Object({
    from: Type.Optional(Type.String({ description: 'Start of the period; 30 days before its end by default.' })),
    to: Type.Optional(Type.String({ description: 'End of the period; now by default.' })),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2 ** 31 - 1,
        description: 'Version of the process; all versions by default.',
      }),
    ),
  }),
  result: Type.Object({
    from: Time,
    to: Time,
    completeSince: orNull(Time),
    elements: Type.Array(ElementStatistics),
  }),
  errors: [processNotFound, processNotAllowed],
  handle: async ({ params, input }, { caller, processes }) => {
    const { from, to, version } = input
    const period = {
      from: from === undefined ? undefined : requestTime(from, 'from'),
      to: to === undefined ? undefined : requestTime(to, 'to'),
    }
    if (period.from && period.to && period.from > period.to)
      throw wrongInput('"from" must not be after "to"', { field: 'from' })
    return { ...(await processes.statistics(caller, params, { ...period, version })) }
  },
})
