import { Type } from 'typebox'
import { caseNotFound, disposalRefused, nomenclatureNotAllowed } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

export const disposeCases = operation({
  name: 'disposeCases',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/nomenclature/dispose',
  summary: 'Dispose of cases by an act',
  description:
    'Requires the right `administer` to the offices. All cases or none: each has to be closed or archived, past its ' +
    'retention, and under no legal hold. The journal stays; the documents can then be deleted.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    number: Type.String({ minLength: 1, maxLength: 100, description: 'Number of the act.' }),
    caseIds: Type.Array(Uuid, { minItems: 1, maxItems: 1000 }),
    comment: Type.Optional(Type.String({ maxLength: 4000 })),
  }),
  result: Type.Object({ id: Uuid }),
  errors: [caseNotFound, nomenclatureNotAllowed, disposalRefused],
  handle: async ({ input }, { caller, registry }) => ({ id: await registry.dispose(caller, input) }),
})
