import { fileNotFound } from '../../../files/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import { operation } from '../../operation.ts'
import { IdParams, listResult } from '../../v1/schemas.ts'
import { FileVersion } from './file-version.ts'

export const listFileVersions = operation({
  name: 'listFileVersions',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/{id}/versions',
  summary: 'List the versions of a file',
  description:
    'Returns the versions newest first, at most 10,000. `getFileLink` with `version` creates a link to one version.',
  right: 'user',
  params: IdParams,
  result: listResult(FileVersion),
  errors: [fileNotFound],
  handle: async ({ params }, { caller, files }) => {
    const versions = await files.versions.list(caller, params.id)
    return listOf(versions, versions.length)
  },
})
