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
  summary: 'Get addresses to which the bytes of new uploads can be sent',
  description:
    'One for each hash that you choose, in the order of the request; 422 when an entry failed. Each takes one PUT, ' +
    'without a token, within ten minutes. The upload is then in temporary storage under its hash.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ hashesList: Type.Array(Uuid, bulkEntries) }),
  result: Type.Object({
    items: Type.Array(Type.Object({ id: Uuid, hash: Uuid, link: Type.Optional(Type.String()) })),
  }),
  // The second comes as `code` of an entry.
  errors: [someFailed, hashTaken],
  handle: async ({ input }, { caller, files }) => ({ items: await files.bulk.uploadLinks(caller, input.hashesList) }),
})
