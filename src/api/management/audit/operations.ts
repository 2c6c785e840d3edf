import { Type } from 'typebox'
import type { Operation } from '../../../foundation/http/operation.ts'
import { type Context, operation } from '../../operation.ts'
import { AnyObject, NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'
import { auditFilter, Text } from './audit-filter.ts'
import { exportAudit } from './export-audit.ts'

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

const listAudit = operation({
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

const Day = Type.String({ format: 'date' })

const VerifiedDay = Type.Object({
  day: Day,
  seals: Type.Integer(),
  rows: Type.Integer(),
  hash: Type.String(),
  problems: Type.Integer(),
})
const AuditProblem = Type.Object({
  day: orNull(Day),
  seal: orNull(Type.Integer()),
  object: orNull(Type.String()),
  sentence: Type.String(),
})

const verifyAudit = operation({
  name: 'verifyAudit',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/audit/verify',
  summary: 'Verify the audit chain',
  description:
    'Recomputes the seals from the rows for whole days, starting at the day `from` or at the first day. One call ' +
    'ends after the day in which it has read 100,000 rows; `next` is the `from` of the next call. `hash` covers ' +
    'all rows that were sealed up to the end of its day. Keep a copy of `hash` outside the server to detect later ' +
    'that seals were recomputed.',
  right: 'administrator',
  params: NoParams,
  input: Type.Object({ from: Type.Optional(Day) }, { additionalProperties: false }),
  result: Type.Object({
    days: Type.Array(VerifiedDay),
    next: orNull(Day),
    sealedUntil: orNull(Time),
    unsealedRows: Type.Integer(),
    problems: Type.Array(AuditProblem),
  }),
  handle: async ({ input }, { audit }) => ({ ...(await audit.verify(input.from)) }),
})

const verifyElements = operation({
  name: 'verifyElements',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/audit/verify/elements',
  summary: 'Verify the elements against their history',
  description:
    'Compares every element with the digests in its revisions, 20,000 elements per call. `next` is the `after` of ' +
    'the next call, or null when all elements have been compared. `unproved` counts revisions that are older than ' +
    'the digests. `wrong` counts elements that do not match, also with their row in a field table, and `problems` ' +
    'describes the first hundred of each.',
  right: 'administrator',
  params: NoParams,
  input: Type.Object({ after: Type.Optional(Type.String({ maxLength: 100 })) }, { additionalProperties: false }),
  result: Type.Object({
    elements: Type.Integer(),
    revisions: Type.Integer(),
    unproved: Type.Integer(),
    next: orNull(Type.String()),
    wrong: Type.Integer(),
    problems: Type.Array(Type.Object({ object: Type.String(), sentence: Type.String() })),
  }),
  async handle({ input: { after } }, { audit, apps }) {
    const found = await audit.verifyElements(after)
    const rows = await apps.fieldTables.wrongRows(after, found.next)
    const sentence = (object: string) => `${object} has a row in its field table that differs from the element`
    const problems = rows.slice(0, 100).map((object) => ({ object, sentence: sentence(object) }))
    return { ...found, wrong: found.wrong + rows.length, problems: [...found.problems, ...problems] }
  },
})

const verifyJournals = operation({
  name: 'verifyJournals',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/audit/verify/journals',
  summary: 'Verify the registration journals',
  description:
    'Computes the hashes of the journals again and compares them with the counters and the registrations, about 100,000 ' +
    'rows per call. `next` is the `after` of the next call, or null when all journals were verified. With `expect`, ' +
    '`found` says whether a journal still has the row with that hash; a hash that was noted elsewhere shows rows that ' +
    'were removed from the end.',
  right: 'administrator',
  params: NoParams,
  input: Type.Object(
    {
      after: Type.Optional(Type.String({ maxLength: 100 })),
      expect: Type.Optional(Type.String({ maxLength: 100 })),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({
    journals: Type.Array(
      Type.Object({
        caseId: Uuid,
        index: orNull(Type.String()),
        name: orNull(Type.String()),
        period: Type.String(),
        rows: Type.Integer(),
        hash: orNull(Type.String()),
        problems: Type.Array(Type.String()),
      }),
    ),
    next: orNull(Type.String()),
    found: orNull(Type.Boolean()),
  }),
  async handle({ input: { after, expect } }, { registry }) {
    const { journals, next } = await registry.verify(after)
    const found = expect === undefined ? null : await registry.hasRow(expect)
    return { journals: journals.map((one) => ({ ...one, problems: [...one.problems] })), next, found }
  },
})

/** Operations of the management API on the audit log. */
export const auditOperations: readonly Operation<Context>[] = [
  listAudit,
  exportAudit,
  verifyAudit,
  verifyElements,
  verifyJournals,
]
