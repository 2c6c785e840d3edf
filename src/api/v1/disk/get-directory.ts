import { Type } from 'typebox'
import { directoryNotFound } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../schemas.ts'
import { DirectoryResult } from './schemas.ts'

export const getDirectory = operation({
  name: 'getDirectory',
  area: 'Files',
  methods: ['GET'],
  path: '/pub/v1/disk/directory/{id}',
  summary: 'Get a directory',
  description: 'Returns a directory that the caller can see.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ directory: DirectoryResult }),
  errors: [directoryNotFound],
  handle: async ({ params }, { caller, files }) => ({ directory: await files.directories.get(caller, params.id) }),
})
