import { Type } from 'typebox'
import { contextInvalid, messageRefused, startLimitReached, tooManyMisses } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

export const sendMessage = operation({
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
