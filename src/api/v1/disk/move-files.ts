import { Type } from 'typebox'
import { directoryNotFound, fileNotAllowed, fileNotFound, persistErrors } from '../../../files/index.ts'
import { wrongInput } from '../../../foundation/http/errors.ts'
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
    'Takes the hash of an upload, which becomes a permanent file, or the hash or id of a file. A file whose name ' +
    'is taken gets a number. The request stops at the first entry that is refused; it can be repeated, and files ' +
    'that were already moved stay where they are.',
  right: 'user',
  params: NoParams,
  query: Type.Object({ directoryID: Uuid }),
  input: Type.Object({
    files: Type.Array(Type.Object({ hash: Uuid, name: Type.Optional(Type.String()) }), bulkEntries),
  }),
  result: Type.Object({ files: Type.Array(FileResult) }),
  errors: [directoryNotFound, fileNotFound, fileNotAllowed, ...persistErrors],
  handle: async ({ input, query: { directoryid } }, { caller, files }) => {
    if (directoryid === undefined)
      throw wrongInput('the address needs "directoryID", the id of a directory', { field: 'directoryID' })
    return { files: await files.bulk.move(caller, directoryid, input.files) }
  },
})
