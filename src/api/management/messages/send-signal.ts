import { Type } from 'typebox'
import { contextInvalid } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'

export const sendSignal = operation({
  name: 'sendSignal',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/signals',
  summary: 'Broadcast a signal to processes',
  description:
    'The signal reaches every instance that waits for this name and for which the caller has the right `message`, and starts one instance for each signal start event of this name in the templates that the caller may start. Returns the number of these instances. They advance after the answer, in batches that survive a restart.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the signal, as in the diagram.' }),
    context: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Values of variables.' })),
  }),
  result: Type.Object({ reached: Type.Integer({ description: 'Number of instances that get the signal.' }) }),
  errors: [contextInvalid],
  idempotent: {
    again: async (_request, id, { processes }) => ({ reached: (await processes.messages.again(id)).reached }),
  },
  handle: async ({ input }, { caller, processes }) => ({ ...(await processes.messages.broadcast(caller, input)) }),
})
