import { solutionNotFound } from '../../../../data/index.ts'
import { operation } from '../../../operation.ts'
import { CodeParams } from '../../schemas.ts'
import { Exportable } from '../scheme-schemas.ts'

export const isSolutionExportable = operation({
  name: 'isSolutionExportable',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/solutions/{code}/exportable',
  summary: 'Check whether a solution is exportable',
  description:
    'A solution is exportable when everything that its applications refer to belongs to the solution, or to one on ' +
    'which it depends. Otherwise `reasons` lists the references that prevent it.',
  right: 'user',
  params: CodeParams,
  result: Exportable,
  errors: [solutionNotFound],
  handle: ({ params }, { caller, apps }) => ({ ...apps.scheme.exportable.solution(caller, params.code) }),
})
