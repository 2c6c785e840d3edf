import { Type } from 'typebox'
import { notAllowed } from '../../../http/errors.ts'
import { substitutionOverlaps, substitutionWrongPeriod, substitutionWrongUser } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'
import { SubstitutionInput } from './substitution.ts'

export const createSubstitution = operation({
  name: 'createSubstitution',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/substitutions',
  summary: 'Have somebody stand in for a user',
  description:
    'Meanwhile the substitute may what the user may by groups, positions and by name, not what only administrators ' +
    'may. Everybody for themselves, administrators for anybody.',
  right: 'user',
  params: NoParams,
  input: SubstitutionInput,
  result: Type.Object({ id: Uuid }),
  errors: [notAllowed, substitutionWrongUser, substitutionWrongPeriod, substitutionOverlaps],
  idempotent: { again: (_request, id) => ({ id }) },
  handle: async ({ input }, { caller, people }) => ({ id: await people.substitutions.create(caller, input) }),
})
