import { Type } from 'typebox'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { substitutionOverlaps, substitutionWrongPeriod, substitutionWrongUser } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'
import { SubstitutionInput } from './substitution.ts'

export const createSubstitution = operation({
  name: 'createSubstitution',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/substitutions',
  summary: 'Create a substitution',
  description:
    'During the substitution, the substitute has the rights that the principal has by name and through groups and ' +
    'positions, but not the rights of an administrator. Users can name a substitute for themselves, administrators ' +
    'for any user.',
  right: 'user',
  params: NoParams,
  input: SubstitutionInput,
  result: Type.Object({ id: Uuid }),
  errors: [notAllowed, substitutionWrongUser, substitutionWrongPeriod, substitutionOverlaps],
  idempotent: { again: (_request, id) => ({ id }) },
  handle: async ({ input }, { caller, people }) => ({ id: await people.substitutions.create(caller, input) }),
})
