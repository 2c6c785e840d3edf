import { Type } from 'typebox'
import { solutionNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'

const DriftView = Type.Object({
  kind: Type.Union([Type.Literal('added'), Type.Literal('changed'), Type.Literal('removed')]),
  what: Type.String(),
  path: Type.String(),
  sentence: Type.String(),
})

export const getSolutionDrift = operation({
  name: 'getSolutionDrift',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/solutions/{code}/drift',
  summary: 'What of a solution was changed by hand since its files were applied',
  description: 'Empty when all is as the files say. Who is in groups and roles is not part of the files.',
  right: 'administrator',
  params: Type.Object({ code: Type.String() }),
  result: Type.Object({ drift: Type.Array(DriftView) }),
  errors: [solutionNotFound],
  handle: async ({ params }, { apps }) => ({ drift: await apps.solutions.drift(params.code) }),
})
