import { Type } from 'typebox'
import { deliveryStates, pingEvent, webhookEvents } from '../../../modules/index.ts'
import { orNull, Time, Uuid } from '../../v1/schemas.ts'

export const DeliveryParams = Type.Object({ id: Type.String(), deliveryId: Type.String() })

const Codes = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200, description })

/** The settings of a webhook that administrators choose. */
export const webhookSettings = {
  name: Type.String({ minLength: 1, maxLength: 200, description: 'Purpose of the webhook, shown in lists.' }),
  url: Type.String({ minLength: 1, maxLength: 2000, description: 'The http or https address of the receiver.' }),
  events: Type.Array(Type.Enum([...webhookEvents]), {
    minItems: 1,
    maxItems: webhookEvents.length,
    description: 'Names of the events that are sent to the webhook.',
  }),
  namespaces: Codes(
    'Codes of namespaces whose elements are sent. All applications are sent when `namespaces` and `applications` ' +
      'are empty.',
  ),
  applications: Codes('Paths of applications whose elements are sent, such as `docs.incoming`.'),
  userId: Type.String({
    format: 'uuid',
    description: 'User with whose rights elements are read; elements that this user cannot see are not sent.',
  }),
  includeElement: Type.Boolean({
    description: 'Whether requests contain the element as the user sees it; otherwise they contain only its id.',
  }),
}

/** A webhook as administrators see it. */
export const WebhookResult = Type.Object(
  {
    id: Uuid,
    ...webhookSettings,
    userName: Type.String(),
    isOn: Type.Boolean(),
    offReason: orNull(
      Type.Enum(['administrator', 'failing', 'gone'], {
        description: 'Why the webhook is off: by hand, after days of failures, or because of a response 410.',
      }),
    ),
    previousUntil: orNull(
      Type.String({
        format: 'date-time',
        description: 'Time until which requests are signed with the previous secret, too.',
      }),
    ),
    failingSince: orNull(
      Type.String({
        format: 'date-time',
        description: 'Time since which every attempt has failed; null after a success.',
      }),
    ),
    pending: Type.Integer({ description: 'Number of deliveries that wait for an attempt.' }),
    failed: Type.Integer({ description: 'Number of failed deliveries of the last 30 days.' }),
    lastDeliveredAt: orNull(Time),
    createdAt: Time,
    createdBy: Uuid,
    updatedAt: Time,
    updatedBy: Uuid,
  },
  { title: 'Webhook' },
)

const Attempt = Type.Object({
  at: Time,
  status: orNull(Type.Integer()),
  problem: orNull(Type.String()),
  durationMs: Type.Integer(),
})

/** A delivery with its attempts. */
export const DeliveryResult = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'Identifier of the delivery; sent as `webhook-id` in every attempt.',
    }),
    event: Type.Enum([...webhookEvents, pingEvent]),
    application: orNull(Type.String()),
    elementId: orNull(Uuid),
    state: Type.Enum([...deliveryStates]),
    attempts: Type.Integer(),
    status: orNull(Type.Integer({ description: 'HTTP status of the last response.' })),
    problem: orNull(Type.String({ description: 'Reason why the last attempt failed.' })),
    createdAt: Time,
    nextAttemptAt: orNull(Time),
    endedAt: orNull(Time),
    request: orNull(Type.String({ description: 'Body of the last request, at most 10,000 characters.' })),
    response: orNull(Type.String({ description: 'Body of the last response, at most 2,000 characters.' })),
    log: Type.Array(Attempt, { description: 'The last 20 attempts, oldest first.' }),
  },
  { title: 'WebhookDelivery' },
)
