import { listOf } from '../../../foundation/http/envelope.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../../v1/schemas.ts'
import { SubstitutionView } from './substitution.ts'

export const listSubstitutions = operation({
  name: 'listSubstitutions',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/substitutions',
  summary: 'List substitutions',
  description:
    'Returns substitutions newest first, at most 10,000. Administrators see all substitutions, other users those ' +
    'in which they are the principal or the substitute.',
  right: 'user',
  params: NoParams,
  result: listResult(SubstitutionView),
  handle: async (_request, { caller, people }) => {
    const substitutions = await people.substitutions.list(caller)
    return listOf(substitutions, substitutions.length)
  },
})
