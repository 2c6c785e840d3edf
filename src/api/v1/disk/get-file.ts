import { Type } from 'typebox'
import { fileNotFound } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../schemas.ts'
import { FileResult } from './schemas.ts'

export const getFile = operation({
  name: 'getFile',
  area: 'Files',
  methods: ['GET'],
  path: '/pub/v1/disk/file/{id}',
  summary: 'Get the metadata of a file',
  description: 'Returns the name, size, version and directory of a file. `getFileLink` creates a link to its content.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ file: FileResult }),
  errors: [fileNotFound],
  handle: async ({ params }, { caller, files }) => ({ file: await files.get(caller, params.id) }),
})
