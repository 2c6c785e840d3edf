import { Type } from 'typebox'
import {
  applicationNotFound,
  applicationReadOnly,
  elementChanged,
  elementNotFound,
  statusNotAllowed,
  unknownStatus,
} from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { operation } from '../../operation.ts'
import { ElementParams, Item } from '../schemas.ts'
import { currentElement, readIfMatch } from './element-etag.ts'

const Code = Type.String({ minLength: 1, maxLength: 255 })
const StatusInput = Type.Object({ status: Type.Union([Code, Type.Object({ code: Code })]) })

export const setElementStatus = operation({
  name: 'setElementStatus',
  area: 'Applications',
  methods: ['POST'],
  path: '/pub/v1/app/{namespace}/{code}/{id}/set-status',
  summary: 'Set the status of an element',
  description:
    'Sets the status of an element that the caller may change. Refused when the status is not among those that the application allows after the present one.',
  right: 'user',
  params: ElementParams,
  input: StatusInput,
  result: Item,
  errors: [
    applicationNotFound,
    applicationReadOnly,
    elementNotFound,
    notAllowed,
    unknownStatus,
    statusNotAllowed,
    elementChanged,
  ],
  idempotent: { again: ({ params, reply }, _id, context) => currentElement(params, reply, context) },
  handle: async ({ params, input, header, reply }, { caller, apps }) => {
    const code = typeof input.status === 'string' ? input.status : input.status.code
    const { item, rev } = await apps.elements.setStatus(caller, params, code, readIfMatch(header('if-match')))
    reply.header('etag', `"${rev}"`)
    return { item }
  },
})
