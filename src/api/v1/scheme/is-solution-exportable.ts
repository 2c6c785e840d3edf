import { solutionNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { CodeParams, Exportable } from './scheme-schemas.ts'

export const isSolutionExportable = operation({
  name: 'isSolutionExportable',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/solutions/{code}/exportable',
  summary: 'Whether a solution is exportable, by code',
  description:
    'True when everything that its applications refer to is in it, or in a solution that it depends on; else `reasons` has what is not.',
  right: 'user',
  params: CodeParams,
  result: Exportable,
  errors: [solutionNotFound],
  handle: ({ params }, { caller, apps }) => ({ ...apps.scheme.exportable.solution(caller, params.code) }),
})
