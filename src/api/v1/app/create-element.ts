import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, contextErrors, unknownStatusGroup } from '../../../data/index.ts'
import { elementBytes } from '../../../foundation/http/body-limit.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { isObject } from '../../../foundation/kit/json.ts'
import { operation } from '../../operation.ts'
import { AnyObject, ApplicationParams, Item, Uuid } from '../schemas.ts'
import { currentElement } from './element-etag.ts'

const CreateInput = Type.Object(
  {
    context: Type.Optional(AnyObject),
    statusGroupId: Type.Optional(Uuid),
    withEventForceCreate: Type.Optional(
      Type.Boolean({
        description: 'Whether the event is published although the element comes from the API; at present it always is.',
      }),
    ),
  },
  { additionalProperties: true },
)

export const createElement = operation({
  name: 'createElement',
  area: 'Applications',
  methods: ['POST'],
  path: '/pub/v1/app/{namespace}/{code}/create',
  summary: 'Create an element',
  description:
    'Creates an element of the application from the field values in `context` (also accepted as `Context`). ' +
    'Without it, the values are read from the top level of the body.',
  right: 'user',
  params: ApplicationParams,
  input: CreateInput,
  maxBodyBytes: elementBytes,
  result: Item,
  errors: [applicationNotFound, applicationReadOnly, notAllowed, unknownStatusGroup, ...contextErrors],
  idempotent: { again: ({ params, reply }, id, context) => currentElement({ ...params, id }, reply, context) },
  handle: async ({ params, input, reply }, { caller, apps }) => {
    const { item, rev } = await apps.elements.create(caller, params, contextOf(input), {
      statusGroupId: input.statusGroupId,
    })
    reply.header('etag', `"${rev}"`)
    return { item }
  },
})

/**
 * Returns the field values of a request. Some clients write `Context`, and one old client puts the fields at the top
 * level.
 */
export function contextOf(input: Record<string, unknown>): Record<string, unknown> {
  if (isObject(input.context)) return input.context
  if (isObject(input.Context)) return input.Context
  if (input.Context === null || (Array.isArray(input.Context) && input.Context.length === 0)) return {}
  const { context: _context, statusGroupId: _group, withEventForceCreate: _event, ...fields } = input
  return fields
}
