import { substitutionNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const endSubstitution = operation({
  name: 'endSubstitution',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/substitutions/{id}',
  summary: 'End a substitution',
  description:
    'Ends the substitution immediately. Allowed for the principal and for administrators. Ended substitutions stay ' +
    'in the list.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [substitutionNotFound],
  handle: async ({ params }, { caller, people }) => {
    await people.substitutions.end(caller, params.id)
    return {}
  },
})
