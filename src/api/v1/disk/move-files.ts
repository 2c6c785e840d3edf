import { Type } from 'typebox'
import { directoryNotFound, fileNotAllowed, fileNotFound, keepErrors } from '../../../files/index.ts'
import { wrongInput } from '../../../http/errors.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../schemas.ts'
import { bulkEntries, FileResult } from './schemas.ts'

export const moveFiles = operation({
  name: 'moveFiles',
  area: 'Files',
  methods: ['POST'],
  path: '/pub/v1/disk/file/move',
  summary: 'Move files into a directory',
  description:
    'By the hash of each upload, which becomes permanent, or of each file. Where a name is taken, the file gets a ' +
    'number. The first refusal ends it; sent again, what was moved already stays in its place.',
  right: 'user',
  params: NoParams,
  query: Type.Object({ directoryID: Uuid }),
  input: Type.Object({
    files: Type.Array(Type.Object({ hash: Uuid, name: Type.Optional(Type.String()) }), bulkEntries),
  }),
  result: Type.Object({ files: Type.Array(FileResult) }),
  errors: [directoryNotFound, fileNotFound, fileNotAllowed, ...keepErrors],
  handle: async ({ input, query: { directoryid } }, { caller, files }) => {
    if (directoryid === undefined)
      throw wrongInput('the address needs "directoryID", the id of a directory', { field: 'directoryID' })
    return { files: await files.bulk.move(caller, directoryid, input.files) }
  },
})
