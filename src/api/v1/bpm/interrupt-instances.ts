import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, Nothing } from '../schemas.ts'
import { Comment, InstanceIds } from './bpm-schemas.ts'

export const interruptInstances = operation({
  name: 'interruptInstances',
  area: 'Business processes',
  methods: ['POST'],
  path: '/pub/v1/bpm/instance/interrupt',
  summary: 'Interrupt several process instances',
  description:
    'Interrupts the instances in the background. The batch stores the result of each instance; instances that ' +
    'have ended already or do not exist are skipped.',
  right: 'administrator',
  params: NoParams,
  input: Type.Object({
    instances: InstanceIds('Identifiers of the instances.'),
    comment: Type.Optional(Comment),
  }),
  result: Nothing,
  handle: async ({ input }, { caller, processes }) => {
    if (input.instances.length > 0) await processes.background.interrupt(caller, input.instances, input.comment)
    return {}
  },
})
