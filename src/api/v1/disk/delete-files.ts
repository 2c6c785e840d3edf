import { Type } from 'typebox'
import { someFailed } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../schemas.ts'
import { bulkEntries } from './schemas.ts'

export const deleteFiles = operation({
  name: 'deleteFiles',
  area: 'Files',
  methods: ['PATCH'],
  path: '/pub/v1/disk/files/deleted',
  summary: 'Move files to the recycle bin, or back',
  description:
    'With `deleted` false the files come back to their directories. Answers in the order of the request; 422 when an ' +
    'entry failed, with all the others done.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ fileIds: Type.Array(Uuid, bulkEntries), deleted: Type.Optional(Type.Boolean()) }),
  result: Type.Object({ items: Type.Array(Type.Object({ id: Uuid })) }),
  errors: [someFailed],
  handle: async ({ input: { fileIds, deleted = true } }, { caller, files }) => ({
    items: await (deleted ? files.bulk.remove(caller, fileIds) : files.bulk.restore(caller, fileIds)),
  }),
})
