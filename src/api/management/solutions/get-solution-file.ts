import { Type } from 'typebox'
import { solutionFileNotFound, solutionNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'

export const getSolutionFile = operation({
  name: 'getSolutionFile',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/solutions/{code}/files',
  summary: 'Get a file of a solution',
  description: 'Returns one file of a deployed solution as an export contains it: in its normalised form.',
  right: 'administrator',
  params: Type.Object({ code: Type.String() }),
  input: Type.Object({
    path: Type.String({ description: 'Path inside the solution, such as `namespaces/legal/apps/contracts.yaml`.' }),
  }),
  result: Type.Object({
    path: Type.String(),
    hash: Type.String({ description: 'Hash of the content; a later change of the file sends this hash.' }),
    text: Type.Union([Type.String(), Type.Null()], { description: 'Content; null for a file that is not text.' }),
    definition: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: 'Content of a YAML file as a map; null for every other file.',
    }),
  }),
  errors: [solutionNotFound, solutionFileNotFound],
  handle: async ({ params, input }, { apps }) => ({ ...(await apps.solutions.edits.read(params.code, input.path)) }),
})
