import { listOf } from '../../../http/envelope.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../../v1/schemas.ts'
import { SubstitutionView } from './substitution.ts'

export const listSubstitutions = operation({
  name: 'listSubstitutions',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/substitutions',
  summary: 'Who stands in for whom, the newest first',
  description: 'Of everybody for administrators, for others where they are one of the two; at most 10,000.',
  right: 'user',
  params: NoParams,
  result: listResult(SubstitutionView),
  handle: async (_request, { caller, people }) => {
    const substitutions = await people.substitutions.list(caller)
    return listOf(substitutions, substitutions.length)
  },
})
