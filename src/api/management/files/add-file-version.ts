import { Type } from 'typebox'
import { directoryNotFound, fileNotAllowed, fileNotFound, keepErrors, versionChanged } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { FileResult } from '../../v1/disk/schemas.ts'
import { IdParams, Uuid } from '../../v1/schemas.ts'
import { FileVersion } from './file-version.ts'

export const addFileVersion = operation({
  name: 'addFileVersion',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/files/{id}/versions',
  summary: 'Make an upload the next version of a file',
  description:
    'For who has the right `edit`. The file keeps its name unless there is a `name`. With `expectedVersion` it is 409 ' +
    'when the file has another version by now. Where the content is that of the current version nothing changes. The ' +
    'same request again gives the version that it made before.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    hash: Uuid,
    name: Type.Optional(Type.String({ minLength: 1 })),
    expectedVersion: Type.Optional(Type.Integer()),
  }),
  result: Type.Object({ file: FileResult, version: FileVersion }),
  errors: [fileNotFound, fileNotAllowed, directoryNotFound, versionChanged, ...keepErrors],
  handle: async ({ params, input }, { caller, files }) => ({ ...(await files.versions.add(caller, params.id, input)) }),
})
