import { Type } from 'typebox'
import { someFailed } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../schemas.ts'
import { bulkEntries } from './schemas.ts'

export const createDownloadLinks = operation({
  name: 'createDownloadLinks',
  area: 'Files',
  methods: ['POST'],
  path: '/pub/v1/disk/links/download',
  summary: 'Create download links',
  description:
    'Creates a download link for each hash or file id in `hashesList`. A hash names an upload of the caller or a ' +
    'file. `items` has one item for each entry, in the same order; the status is 422 when an entry failed. A link ' +
    'is valid for ten minutes.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ hashesList: Type.Array(Uuid, bulkEntries) }),
  result: Type.Object({
    items: Type.Array(Type.Object({ id: Uuid, hash: Uuid, link: Type.Optional(Type.String()) })),
  }),
  errors: [someFailed],
  handle: async ({ input }, { caller, files }) => ({ items: await files.bulk.downloadLinks(caller, input.hashesList) }),
})
