import { Type } from 'typebox'
import { applicationNotFound, elementNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams, Time, Uuid } from '../schemas.ts'

export const listElementRegistrations = operation({
  name: 'listElementRegistrations',
  area: 'Approval and familiarization sheets; registrations',
  methods: ['POST'],
  path: '/pub/v1/registration/{namespace}/{code}/{id}',
  summary: 'List registrations of an application element',
  description:
    'Returns all registrations of the element, including annulled ones, newest first. Every user who can see the ' +
    'element may read them.',
  right: 'user',
  params: ElementParams,
  result: Type.Object({
    result: Type.Array(
      Type.Object(
        {
          id: Uuid,
          nomenclatureId: Uuid,
          number: Type.String(),
          registeredAt: Time,
          registeredBy: Uuid,
          status: Type.Enum(['registered', 'reserved', 'cancelled']),
        },
        { additionalProperties: true, title: 'ElementRegistration' },
      ),
    ),
  }),
  errors: [applicationNotFound, elementNotFound],
  handle: async ({ params }, { caller, registry }) => ({
    result: await registry.registrations.ofElement(caller, params),
  }),
})
