import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, orNull } from '../../v1/schemas.ts'

const Bytes = Type.Integer({ minimum: 0 })
const Usage = Type.Object({ bytes: Bytes, quota: orNull(Bytes) })

export const getFileUsage = operation({
  name: 'getFileUsage',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/usage',
  summary: 'How many bytes the files of the caller have, and may have',
  description:
    'All versions that the caller made count, also of files in the recycle bin, and uploads. `quota` is null where ' +
    'there is none. For administrators `all` tells how many bytes lie there.',
  right: 'user',
  params: NoParams,
  result: Type.Object({ own: Usage, all: Type.Optional(Usage) }),
  handle: async (_request, { caller, files }) => ({ ...(await files.usage(caller)) }),
})
