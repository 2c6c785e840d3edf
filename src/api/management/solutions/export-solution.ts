import { Type } from 'typebox'
import { solutionNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'

export const exportSolution = operation({
  name: 'exportSolution',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/solutions/{code}/export',
  summary: 'Export a solution as a zip',
  description:
    'Returns the folder of a deployed solution in the form that `applySolution` accepts. Equal definitions give ' +
    'equal bytes on every installation.',
  right: 'administrator',
  params: Type.Object({ code: Type.String() }),
  result: Type.String({ contentMediaType: 'application/zip' }),
  media: 'application/zip',
  errors: [solutionNotFound],
  handle: async ({ params, reply }, { apps }) => {
    const { version, zip } = await apps.solutions.export(params.code)
    reply.header('content-disposition', `attachment; filename="${params.code}-${version}.zip"`)
    return zip
  },
})
