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
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/audit/verify',
  summary: 'Does the audit still say what was written?',
  description:
    'Makes the seals anew from the rows, whole days, from the day `from` or from the first one. Ends behind the day in ' +
    'which 100,000 rows were read; `next` is the day to go on with. `hash` covers all that was sealed until the end of ' +
    'its day: kept elsewhere, it shows later that nothing was made anew.',
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
