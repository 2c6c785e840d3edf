import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { AnyObject, NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'
import { auditFilter, Text } from './audit-filter.ts'

const AuditInput = Type.Object(
  {
    ...auditFilter,
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    cursor: Type.Optional(Text),
  },
  // A misspelt filter must be refused, not return every entry.
  { additionalProperties: false },
)

const Entry = Type.Object({
  id: Type.String(),
  at: Time,
  userId: Uuid,
  who: orNull(Type.Object({ login: Type.String(), name: Type.String() })),
  tokenId: orNull(Uuid),
  operation: orNull(Type.String()),
  object: Type.String(),
  objectName: orNull(
    Type.String({ description: 'Name of the element or the user, or the name that the change gives to the object' }),
  ),
  action: orNull(Type.String()),
  before: orNull(AnyObject),
  after: orNull(AnyObject),
  outcome: Type.Enum(['done', 'refused']),
  code: orNull(Type.String()),
  requestId: orNull(Type.String()),
})

export const listAudit = operation({
  name: 'listAudit',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/audit',
  summary: 'List audit entries',
  description:
    'Returns audit entries, newest first. The parameter `object` selects the entries of one object: `user:ID`, ' +
    '`notification_settings:USER_ID`, `user_settings:USER_ID`, `token:ID`, `group:ID`, `org_item:ID`, `solution:CODE`, ' +
    '`import:ID`, `file:ID`, `directory:ID`, `element:NAMESPACE.CODE/ID`, `element:NAMESPACE.CODE` for all ' +
    'elements of an application, or `path:PATH` of a refused request. The time `from` is inclusive, `to` is exclusive. A page has at most 1000 entries, 100 by ' +
    'default; `next` is the `cursor` of the next page.',
  right: 'administrator',
  params: NoParams,
  input: AuditInput,
  result: Type.Object({ entries: Type.Array(Entry), next: orNull(Type.String()) }),
  handle: async ({ input }, { audit }) => ({ ...(await audit.read(input)) }),
})
