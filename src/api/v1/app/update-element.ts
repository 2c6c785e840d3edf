import { Type } from 'typebox'
import {
  applicationNotFound,
  applicationReadOnly,
  contextErrors,
  elementChanged,
  elementNotFound,
  elementRegistered,
  statusNotAllowed,
  unknownStatusGroup,
} from '../../../data/index.ts'
import { elementBytes } from '../../../foundation/http/body-limit.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { operation } from '../../operation.ts'
import { AnyObject, ElementParams, Item, Uuid } from '../schemas.ts'
import { contextOf } from './create-element.ts'
import { currentElement, readIfMatch } from './element-etag.ts'

const UpdateInput = Type.Object(
  {
    context: Type.Optional(AnyObject),
    statusGroupId: Type.Optional(Uuid),
    withEventForceCreate: Type.Optional(
      Type.Boolean({
        description: 'Whether the event is published although the change comes from the API; at present it always is.',
      }),
    ),
  },
  { additionalProperties: true },
)

export const updateElement = operation({
  name: 'updateElement',
  area: 'Applications',
  methods: ['POST'],
  path: '/pub/v1/app/{namespace}/{code}/{id}/update',
  summary: 'Update an element',
  description:
    'Changes only the given fields: null clears a field, and a list replaces the whole list. A date in ' +
    '`__deletedAt` deletes the element softly; null restores it. `statusGroupId` moves the element to the first ' +
    'status of another status group. With `If-Match`, the update is refused when the element has another revision ' +
    'than the given ETag.',
  right: 'user',
  params: ElementParams,
  input: UpdateInput,
  maxBodyBytes: elementBytes,
  result: Item,
  errors: [
    applicationNotFound,
    applicationReadOnly,
    elementNotFound,
    notAllowed,
    elementChanged,
    elementRegistered,
    statusNotAllowed,
    unknownStatusGroup,
    ...contextErrors,
  ],
  idempotent: { again: ({ params, reply }, _id, context) => currentElement(params, reply, context) },
  handle: async ({ params, input, header, reply }, { caller, apps }) => {
    const { item, rev } = await apps.elements.update(caller, params, contextOf(input), {
      ...readIfMatch(header('if-match')),
      statusGroupId: input.statusGroupId,
    })
    reply.header('etag', `"${rev}"`)
    return { item }
  },
})
