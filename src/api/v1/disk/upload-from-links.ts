import { Type } from 'typebox'
import { diskFull, quotaReached, someFailed, tooManyLinks } from '../../../files/index.ts'
import {
  addressNotAllowed,
  answerTooLarge,
  answerTooSlow,
  brokenAnswer,
  refusedThere,
  tooManyRedirects,
  unreachable,
} from '../../../foundation/outbound/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../schemas.ts'

const maxLinks = 20

export const uploadFromLinks = operation({
  name: 'uploadFromLinks',
  cost: 'file',
  area: 'Files',
  methods: ['POST'],
  path: '/pub/v1/disk/uploads/from-link',
  summary: 'Fetch files from links into temporary storage',
  description:
    'Each fetched file is kept for 60 minutes, for the caller only, under a hash that the server chooses. Links ' +
    'must use http or https and lead to public addresses, or to hosts in OUTBOUND_ALLOW. A file may have 512 MiB ' +
    'and take 60 seconds. The response has an item for each link, in order: the status is 200 when all were ' +
    'fetched, and 422 with the same `items` when one was not.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ downloadLinks: Type.Array(Type.String(), { maxItems: maxLinks }) }),
  result: Type.Object({ items: Type.Array(Type.Object({ hash: Uuid })) }),
  // All errors after the first occur as the `code` of an item only.
  errors: [
    someFailed,
    addressNotAllowed,
    unreachable,
    refusedThere,
    tooManyRedirects,
    brokenAnswer,
    answerTooLarge,
    answerTooSlow,
    diskFull,
    quotaReached,
    tooManyLinks,
  ],
  handle: async ({ input }, { caller, files }) => ({ items: await files.uploadFromLinks(caller, input.downloadLinks) }),
})
