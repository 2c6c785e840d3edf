import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, orNull } from '../../v1/schemas.ts'

export const verifyElements = operation({
  name: 'verifyElements',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/audit/verify/elements',
  summary: 'Verify the elements against their history',
  description:
    'Compares every element with the digests in its revisions, 20,000 elements per call. `next` is the `after` of ' +
    'the next call, or null when all elements have been compared. `unproved` counts revisions that are older than ' +
    'the digests. `wrong` counts elements that do not match, and `problems` describes the first hundred of them.',
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
  handle: async ({ input }, { audit }) => ({ ...(await audit.verifyElements(input.after)) }),
})
