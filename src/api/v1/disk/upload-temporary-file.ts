import { Type } from 'typebox'
import { uploadErrors } from '../../../files/index.ts'
import { wrongInput } from '../../../foundation/http/errors.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
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
    'Send one file in the multipart field `file`, or the bytes as `application/octet-stream`. To upload in parts, ' +
    'send them in order with the same hash and `Content-Range: bytes A-B/TOTAL`, where B is exclusive and every ' +
    'part but the last has at least 5 MiB. The status is 206 until the file is complete. An upload is kept for 60 ' +
    'minutes and is visible only to the user who sent it.',
  right: 'user',
  params: NoParams,
  body: 'bytes',
  query: Type.Object({ hash: Uuid }),
  result: Type.Object({ file: Type.Optional(FileResult) }),
  otherAnswers: { 206: { description: 'The part is stored, and the file is not complete yet.' } },
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
