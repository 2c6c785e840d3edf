import { Type } from 'typebox'
import { uploadErrors } from '../../../files/index.ts'
import { wrongInput } from '../../../http/errors.ts'
import { isUuid } from '../../../kit/ids.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../schemas.ts'
import { FileResult } from './schemas.ts'

export const uploadTemporaryFile = operation({
  name: 'uploadTemporaryFile',
  area: 'Files',
  methods: ['POST'],
  path: '/pub/v1/disk/file/upload',
  summary: 'Upload a file, or a part of one, to temporary storage',
  description:
    'One file in the multipart field `file`, or the bytes themselves as `application/octet-stream`. In parts, all with ' +
    'the same hash and in order: `Content-Range: bytes A-B/TOTAL`, B exclusive, every part but the last at least ' +
    '5 MiB. 206 until the file is complete. Kept for 60 minutes, for the uploader only.',
  right: 'user',
  params: NoParams,
  body: 'bytes',
  query: Type.Object({ hash: Uuid }),
  result: Type.Object({ file: Type.Optional(FileResult) }),
  errors: uploadErrors,
  handle: async ({ query, bytes, reply }, { caller, files }) => {
    const { hash } = query
    if (!isUuid(hash)) throw wrongInput('the parameter "hash" must be a UUID that you choose', { field: 'hash' })
    const file = await files.uploadTemporary(caller, { hash, bytes, contentRange: bytes.header('content-range') })
    if (file === undefined) {
      reply.status(206)
      return {}
    }
    return { file }
  },
})
