import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, Time, Uuid } from '../../v1/schemas.ts'

export const listIncidentGroups = operation({
  name: 'listIncidentGroups',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/incidents/groups',
  summary: 'List open incidents by cause',
  description:
    'Groups the open incidents of the processes that the caller administers by process, element and message, the ' +
    'largest group first. `messageHash` is equal for messages that differ in numbers and ids only.',
  right: 'user',
  params: NoParams,
  input: Type.Object(
    {
      templateId: Type.Optional(Uuid),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({
    groups: Type.Array(
      Type.Object({
        template: Uuid,
        namespace: Type.String(),
        code: Type.String(),
        element: Type.String(),
        kind: Type.String(),
        messageHash: Type.String(),
        message: Type.String({ description: 'Message of the newest incident of the group.' }),
        count: Type.Integer(),
        firstAt: Time,
        lastAt: Time,
      }),
    ),
  }),
  handle: async ({ input }, { caller, processes }) => {
    const { templateId: template, size } = input
    const filter = { ...(template !== undefined && { template }), ...(size !== undefined && { size }) }
    return { groups: await processes.incidents.groups(caller, filter) }
  },
})
