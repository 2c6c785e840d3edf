import { Type } from 'typebox'
import { solutionNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'

export const exportSolution = operation({
  name: 'exportSolution',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/solutions/{code}/export',
  summary: 'A deployed solution as a zip of its folder',
  description: 'What `apply` takes. The same definitions give the same bytes, on every installation.',
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
