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
  summary: 'Move files to the recycle bin, or restore them',
  description:
    'With `deleted` false the files are restored to their directories. `items` has one item for each entry of the ' +
    'request, in the same order. The status is 422 when an entry failed; all other entries are carried out.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ fileIds: Type.Array(Uuid, bulkEntries), deleted: Type.Optional(Type.Boolean()) }),
  result: Type.Object({ items: Type.Array(Type.Object({ id: Uuid })) }),
  errors: [someFailed],
  handle: async ({ input: { fileIds, deleted = true } }, { caller, files }) => ({
    items: await (deleted ? files.bulk.remove(caller, fileIds) : files.bulk.restore(caller, fileIds)),
  }),
})
