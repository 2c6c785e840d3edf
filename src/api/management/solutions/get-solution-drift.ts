import { Type } from 'typebox'
import { solutionNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { Sentence } from './plan-solution.ts'

const DriftView = Type.Object({
  kind: Type.Union([Type.Literal('added'), Type.Literal('changed'), Type.Literal('removed')]),
  what: Type.String(),
  path: Type.String(),
  ...Sentence,
})

export const getSolutionDrift = operation({
  name: 'getSolutionDrift',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/solutions/{code}/drift',
  summary: 'Get the drift of a solution',
  description:
    'Returns what was changed by hand since the files of the solution were applied; the list is empty when nothing ' +
    'was. The members of groups and roles are not part of the files, so they are not compared.',
  right: 'administrator',
  params: Type.Object({ code: Type.String() }),
  result: Type.Object({ drift: Type.Array(DriftView) }),
  errors: [solutionNotFound],
  handle: async ({ params }, { apps }) => ({ drift: await apps.solutions.drift(params.code) }),
})
