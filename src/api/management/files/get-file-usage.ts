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
  summary: 'Get the storage used by files',
  description:
    '`own` counts all file versions that the caller created, including those in the recycle bin, and the uploads ' +
    'of the caller. `all` is returned to administrators and counts the stored bytes of all users. A `quota` is ' +
    'null when there is no limit.',
  right: 'user',
  params: NoParams,
  result: Type.Object({ own: Usage, all: Type.Optional(Usage) }),
  handle: async (_request, { caller, files }) => ({ ...(await files.usage(caller)) }),
})
