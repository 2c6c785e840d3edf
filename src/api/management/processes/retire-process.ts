import { Type } from 'typebox'
import { processNotFound, processNotRetirable } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { ProcessParams } from './process-schemas.ts'

export const retireProcess = operation({
  name: 'retireProcess',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/processes/{namespace}/{code}/retire',
  summary: 'Retire a process',
  description:
    'Retires a process that was published by hand, with all processes of its file. Running instances continue, and no ' +
    'new instance can be started. Publishing the process again reactivates it. A process of a solution is retired by ' +
    'removing its file from the solution.',
  right: 'administrator',
  params: ProcessParams,
  input: Type.Object({
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1000, description: 'Reason; stored in the audit log.' }),
    ),
  }),
  result: Type.Object({
    processes: Type.Array(Type.String(), { description: 'Paths of the retired processes.' }),
    running: Type.Integer({ description: 'Number of instances that continue.' }),
  }),
  errors: [processNotFound, processNotRetirable],
  handle: async ({ params, input }, { caller, processes }) => {
    const { processes: retired, running } = await processes.templates.retire(caller, params, input.reason)
    return { processes: [...retired], running }
  },
})
