import { Type } from 'typebox'
import { hashTaken, someFailed } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../schemas.ts'
import { bulkEntries } from './schemas.ts'

export const createUploadLinks = operation({
  name: 'createUploadLinks',
  area: 'Files',
  methods: ['POST'],
  path: '/pub/v1/disk/links/upload',
  summary: 'Create upload links',
  description:
    'Creates an upload link for each hash that you choose. `items` has one item for each entry, in the same order; ' +
    'the status is 422 when an entry failed. A link accepts one PUT without a token within ten minutes; the bytes ' +
    'become a temporary upload under the hash.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ hashesList: Type.Array(Uuid, bulkEntries) }),
  result: Type.Object({
    items: Type.Array(Type.Object({ id: Uuid, hash: Uuid, link: Type.Optional(Type.String()) })),
  }),
  // `hashTaken` occurs as the `code` of an item only.
  errors: [someFailed, hashTaken],
  handle: async ({ input }, { caller, files }) => ({ items: await files.bulk.uploadLinks(caller, input.hashesList) }),
})
