import { Type } from 'typebox'
import { someFailed } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { bulkEntries } from '../../v1/disk/schemas.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

export const purgeFiles = operation({
  name: 'purgeFiles',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/files/purge',
  summary: 'Delete files permanently from the recycle bin',
  description:
    'Deletes files with all their versions. Allowed for users who created the files and for administrators. ' +
    '`items` has one item for each entry of the request, in the same order. The status is 422 when an entry ' +
    'failed; all other entries are carried out.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ fileIds: Type.Array(Uuid, bulkEntries) }),
  result: Type.Object({ items: Type.Array(Type.Object({ id: Uuid })) }),
  errors: [someFailed],
  handle: async ({ input }, { caller, files }) => ({ items: await files.bulk.purge(caller, input.fileIds) }),
})
