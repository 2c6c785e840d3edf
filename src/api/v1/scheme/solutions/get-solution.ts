import { Type } from 'typebox'
import { solutionNotFound } from '../../../../data/index.ts'
import { operation } from '../../../operation.ts'
import { CodeParams } from '../../schemas.ts'
import { Solution } from '../scheme-schemas.ts'

export const getSolution = operation({
  name: 'getSolution',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/solutions/{code}',
  summary: 'Get a solution',
  description: 'Returns a deployed solution with its version.',
  right: 'user',
  inLanguage: true,
  params: CodeParams,
  result: Type.Object({ solution: Solution }),
  errors: [solutionNotFound],
  handle: ({ params }, { caller, apps }) => ({ solution: apps.scheme.solution(caller, params.code) }),
})
