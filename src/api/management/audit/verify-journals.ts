import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Uuid } from '../../v1/schemas.ts'

export const verifyJournals = operation({
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
