import { type Static, Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { wrongInput } from '../../../foundation/http/errors.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { requestTime } from '../../../foundation/http/request-time.ts'
import { splitPath } from '../../../foundation/kit/codes.ts'
import { instanceNotFound, processNotAllowed, processNotFound } from '../../../process/index.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { type Context, operation } from '../../operation.ts'
import { PartialInstance } from '../../v1/bpm/bpm-schemas.ts'
import { ApplicationParams, IdParams, listResult, NoParams, orNull, StrictListInput, Time } from '../../v1/schemas.ts'
import { ElementStatistics, HistoryEntry, InstanceView } from './instance-schemas.ts'

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }))

const InstanceListInput = Type.Object({
  ...ListInput.properties,
  process: text('Path of the process, such as `docs.purchase`; all processes by default.'),
  elementId: text(
    'Id of the element in the diagram at which the instances wait or have an open incident; needs `process`.',
  ),
})

export const listAllInstances = operation({
  name: 'listAllInstances',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/instances',
  summary: 'List the instances of all processes',
  description:
    'Lists instances of all processes, the newest first. `filter` and `sortExpressions` use the system fields, such as ' +
    '`{"tf": {"__state": "error"}}`; with `process`, also the variables of the process.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  input: InstanceListInput,
  result: listResult(PartialInstance),
  errors: [...queryErrors, processNotFound],
  handle: async ({ input }, { caller, processes }) => {
    const { process, elementId, ...list } = (input ?? {}) as Static<typeof InstanceListInput>
    const template = process === undefined ? undefined : splitPath(process)
    const { items, total } = await processes.instances.list(caller, list, { template, elementId })
    return listOf(items, total)
  },
})

export const describeInstance = operation({
  name: 'describeInstance',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/instances/{id}',
  summary: 'Get everything about a process instance',
  description:
    'Returns where the tokens of the instance are, what each waits for, since when and why, and its tasks, timers, ' +
    'subscriptions, jobs, restore points, incidents, called instances and context; up to 1,000 of each. `elements` and ' +
    '`flows` are for a picture of the instance on its diagram.',
  right: 'user',
  inLanguage: true,
  params: IdParams,
  result: Type.Object({ instance: InstanceView }),
  errors: [instanceNotFound],
  handle: async ({ params }, { caller, processes }) => ({
    instance: await processes.instances.view(caller, params.id),
  }),
})

const listInstanceHistory = operation({
  name: 'listInstanceHistory',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/instances/{id}/history',
  summary: 'List the history of a process instance',
  description:
    'Lists the advances of the instance, the newest first: who or what made it advance (`stimulus`), and what followed ' +
    '(`events`): elements entered, completed and cancelled, changed variables, evaluated decisions, incidents.',
  right: 'user',
  inLanguage: true,
  params: IdParams,
  input: StrictListInput,
  result: listResult(HistoryEntry),
  errors: [instanceNotFound, ...queryErrors],
  handle: async ({ params, input }, { caller, processes }) => {
    const { items, total } = await processes.instances.history(caller, params.id, input)
    return listOf(items, total)
  },
})

const getProcessStatistics = operation({
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

/** Operations about process instances. */
export const instanceOperations: readonly Operation<Context>[] = [
  listAllInstances,
  describeInstance,
  listInstanceHistory,
  getProcessStatistics,
]
