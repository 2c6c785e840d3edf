import { Type } from 'typebox'
import { instanceNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { InstanceView } from './instance-schemas.ts'

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
