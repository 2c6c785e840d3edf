import { Type } from 'typebox'
import type { Operation } from '../../../foundation/http/operation.ts'
import { contextInvalid, messageRefused, startLimitReached, tooManyMisses } from '../../../process/index.ts'
import { type Context, operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

const sendMessage = operation({
  name: 'sendMessage',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/messages',
  summary: 'Send a message to processes',
  description:
    'In each template, the message reaches the instance that has waited longest for this name and correlation key, or else starts an instance by a message start event. The message reaches instances for which the caller has the right `message`, and starts only templates that the caller may start. `instances` lists the reached instances that the caller can see. The answer comes after the instances have advanced; `reached` is 0 when no instance waited. Messages are not stored for later.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the message, as in the diagram.' }),
    correlationKey: Type.Optional(
      Type.Union([Type.String({ maxLength: 255 }), Type.Number(), Type.Boolean()], {
        description: 'Value that the `key` of a waiting message event must have.',
      }),
    ),
    context: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Values of variables.' })),
  }),
  result: Type.Object({
    reached: Type.Integer({ description: 'Number of instances that were reached or started.' }),
    instances: Type.Array(
      Type.Object({
        instanceId: Uuid,
        process: Type.String({ description: 'Path of the template.' }),
        outcome: Type.String({ enum: ['continued', 'started'] }),
      }),
    ),
  }),
  errors: [contextInvalid, messageRefused, startLimitReached, tooManyMisses],
  idempotent: { again: async (_request, id, { processes }) => ({ ...(await processes.messages.again(id)) }) },
  handle: async ({ input }, { caller, processes }) => ({ ...(await processes.messages.send(caller, input)) }),
})

const sendSignal = operation({
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

/** Operations of the management API on messages and signals. */
export const messageOperations: readonly Operation<Context>[] = [sendMessage, sendSignal]
