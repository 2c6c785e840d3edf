import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { Decision } from './decision-schemas.ts'

export const listDecisions = operation({
  name: 'listDecisions',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/decisions',
  summary: 'List decisions',
  description: 'Returns the DMN files of all solutions, ordered by namespace and code.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({ decisions: Type.Array(Decision) }),
  handle: async (_request, { processes }) => ({ decisions: processes.decisions.describeAll() }),
})
