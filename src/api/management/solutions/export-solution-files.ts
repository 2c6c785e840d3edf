import { Type } from 'typebox'
import { archiveInvalid, definitionInvalid, solutionFileChanged, solutionNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { FilesInput, fileChanges, maxFilesBytes } from './file-changes.ts'

export const exportSolutionFiles = operation({
  name: 'exportSolutionFiles',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/solutions/{code}/files/export',
  summary: 'Export a solution with changed files as a zip',
  description:
    'Returns the folder of a deployed solution with these changes, which are not applied. The folder can be put under ' +
    'version control and applied from there.',
  right: 'administrator',
  params: Type.Object({ code: Type.String() }),
  input: FilesInput,
  maxBodyBytes: maxFilesBytes,
  result: Type.String({ contentMediaType: 'application/zip' }),
  media: 'application/zip',
  errors: [solutionNotFound, solutionFileChanged, definitionInvalid, archiveInvalid],
  handle: async ({ params, input, reply }, { apps }) => {
    const { version, zip } = await apps.solutions.edits.export(params.code, fileChanges(input))
    reply.header('content-disposition', `attachment; filename="${params.code}-${version}.zip"`)
    return zip
  },
})
