import { Type } from 'typebox'
import {
  applicationNotFound,
  applicationReadOnly,
  contextErrors,
  elementChanged,
  elementNotFound,
  unknownStatusGroup,
} from '../../../apps/index.ts'
import { elementBytes } from '../../../http/body-limit.ts'
import { notAllowed } from '../../../http/errors.ts'
import { operation } from '../../operation.ts'
import { AnyObject, ElementParams, Item, Uuid } from '../schemas.ts'
import { contextOf } from './create-element.ts'
import { elementAgain } from './element-again.ts'
import { revisionWanted } from './if-match.ts'

const UpdateInput = Type.Object(
  {
    context: Type.Optional(AnyObject),
    statusGroupId: Type.Optional(Uuid),
    withEventForceCreate: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: true },
)

export const updateElement = operation({
  name: 'updateElement',
  area: 'Applications',
  methods: ['POST'],
  path: '/pub/v1/app/{namespace}/{code}/{id}/update',
  summary: 'Update an application element',
  description:
    'Only the given fields change; null clears a field, a list replaces the whole list. ' +
    '`__deletedAt` with a date deletes softly, with null it restores. `statusGroupId` moves the element into the first ' +
    'status of another group. If-Match with an ETag is optional.',
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
    unknownStatusGroup,
    ...contextErrors,
  ],
  idempotent: { again: ({ params, reply }, _id, context) => elementAgain(params, reply, context) },
  handle: async ({ params, input, header, reply }, { caller, apps }) => {
    const { item, rev } = await apps.elements.update(caller, params, contextOf(input), {
      ...revisionWanted(header('if-match')),
      statusGroupId: input.statusGroupId,
    })
    reply.header('etag', `"${rev}"`)
    return { item }
  },
})
