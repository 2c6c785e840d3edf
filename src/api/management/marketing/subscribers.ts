import { Type } from 'typebox'
import {
  applicationNotFound,
  applicationReadOnly,
  subscriberNotFound,
  unknownCategory,
  wrongSubscriber,
} from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { marketingErrors } from '../../v1/marketing/marketing-schemas.ts'
import { IdParams, NoParams, Nothing, orNull, Uuid } from '../../v1/schemas.ts'

const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }))

/** Maximum number of subscribers in one request. */
const maxSubscribers = 10_000

const SubscriberInput = Type.Object({
  email: text(320, 'E-mail address. Subscribers with the same address in another case are the same.'),
  phone: text(50, 'Phone number; it is the address when there is no e-mail address.'),
  name: text(200, 'Name of the person.'),
  externalId: text(255, 'Id in another system.'),
  contact: Type.Optional(
    Type.Object(
      { namespace: Type.String(), code: Type.String(), id: Type.String({ format: 'uuid' }) },
      { description: 'Element that the subscriber stands for; dynamic segments find the subscriber by it.' },
    ),
  ),
  consent: Type.Optional(
    Type.Enum(['none', 'given'], { description: 'Whether the person has agreed to messages; `none` by default.' }),
  ),
  preferences: Type.Optional(
    Type.Array(Type.String({ format: 'uuid' }), {
      maxItems: 100,
      description: 'Ids of the categories that the person has agreed to.',
    }),
  ),
})

export const putSubscribers = operation({
  name: 'putSubscribers',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/marketing/subscribers',
  summary: 'Create subscribers',
  description:
    'Creates the subscribers whose addresses are new. Existing subscribers stay as they are, so that nobody who has ' +
    'unsubscribed is subscribed again. Answers the id of each row. If one row is wrong, nothing is created.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    subscribers: Type.Array(SubscriberInput, { maxItems: maxSubscribers, description: 'Subscribers to create.' }),
  }),
  result: Type.Object({
    subscribers: Type.Array(
      Type.Object({ id: Uuid, isNew: Type.Boolean({ description: 'Whether this request created the subscriber.' }) }),
    ),
  }),
  errors: [wrongSubscriber, unknownCategory, applicationNotFound, applicationReadOnly, ...marketingErrors],
  handle: async ({ input }, { caller, apps }) => ({
    subscribers: await apps.marketing.subscribers.put(caller, input.subscribers),
  }),
})

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

export const deleteSubscriber = operation({
  name: 'deleteSubscriber',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/marketing/subscribers/{id}',
  summary: 'Delete a subscriber',
  description:
    'Deletes the personal data and all memberships. To keep a record of a withdrawn consent, change the subscriber instead.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [subscriberNotFound, ...marketingErrors],
  handle: async ({ params }, { caller, apps }) => {
    await apps.marketing.subscribers.delete(caller, params.id)
    return {}
  },
})
