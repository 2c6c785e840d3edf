import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Time } from '../../v1/schemas.ts'

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

export const verifyAudit = operation({
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
