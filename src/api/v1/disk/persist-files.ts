import { Type } from 'typebox'
import { bytesUnavailable, diskFull, quotaReached, someFailed } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../schemas.ts'
import { bulkEntries, FileResult } from './schemas.ts'

export const persistFiles = operation({
  name: 'persistFiles',
  area: 'Files',
  methods: ['POST'],
  path: '/pub/v1/disk/files',
  summary: 'Make uploads permanent files',
  description:
    '`items` has one item for each entry of the request, in the same order. The status is 422 when an entry ' +
    'failed; all other entries are carried out.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    files: Type.Array(
      Type.Object({ directory: Uuid, hash: Uuid, name: Type.String(), comment: Type.Optional(Type.String()) }),
      bulkEntries,
    ),
  }),
  result: Type.Object({ items: Type.Array(Type.Object({ hash: Uuid, file: Type.Optional(FileResult) })) }),
  errors: [someFailed, diskFull, quotaReached, bytesUnavailable],
  handle: async ({ input }, { caller, files }) => ({ items: await files.bulk.persist(caller, input.files) }),
})
