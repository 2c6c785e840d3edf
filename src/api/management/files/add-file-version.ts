import { Type } from 'typebox'
import { directoryNotFound, fileNotAllowed, fileNotFound, persistErrors, versionChanged } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { FileResult } from '../../v1/disk/schemas.ts'
import { IdParams, Uuid } from '../../v1/schemas.ts'
import { FileVersion } from './file-version.ts'

export const addFileVersion = operation({
  name: 'addFileVersion',
  cost: 'file',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/files/{id}/versions',
  summary: 'Add a version to a file',
  description:
    'Makes an upload the next version of the file; requires the right `edit`. The file keeps its name unless ' +
    '`name` is given. With `expectedVersion`, the status is 409 when the file has another version. Nothing changes ' +
    'when the content equals that of the current version. A repeated request returns the version that the first ' +
    'one made.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    hash: Uuid,
    name: Type.Optional(Type.String({ minLength: 1 })),
    expectedVersion: Type.Optional(Type.Integer()),
  }),
  result: Type.Object({ file: FileResult, version: FileVersion }),
  errors: [fileNotFound, fileNotAllowed, directoryNotFound, versionChanged, ...persistErrors],
  handle: async ({ params, input }, { caller, files }) => ({ ...(await files.versions.add(caller, params.id, input)) }),
})
