import { Type } from 'typebox'
import { subscriberNotFound, unknownCategory } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { marketingErrors } from '../../v1/marketing/marketing-schemas.ts'
import { IdParams, Nothing, orNull } from '../../v1/schemas.ts'

export const changeSubscriber = operation({
  name: 'changeSubscriber',
  area: 'Management',
  methods: ['PATCH'],
  path: '/api/v1/marketing/subscribers/{id}',
  summary: 'Change a subscriber',
  description:
    'Fields that are left out stay as they are. The subscriber stays in all segments, but is not sendable without consent.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 200, description: 'Name of the person.' })),
    externalId: Type.Optional(orNull(Type.String({ maxLength: 255, description: 'Id in another system.' }))),
    consent: Type.Optional(
      Type.Enum(['none', 'given', 'withdrawn'], { description: 'Consent; `withdrawn` unsubscribes the person.' }),
    ),
    bounced: Type.Optional(Type.Boolean({ description: 'Whether messages to the address come back.' })),
    preferences: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: 100,
        description: 'Ids of all categories that the person has agreed to.',
      }),
    ),
  }),
  result: Nothing,
  errors: [subscriberNotFound, unknownCategory, ...marketingErrors],
  handle: async ({ params, input }, { caller, apps }) => {
    await apps.marketing.subscribers.change(caller, params.id, input)
    return {}
  },
})
