import { Type } from 'typebox'
import {
  diskFull,
  fileTooLarge,
  hashTaken,
  notAFile,
  quotaReached,
  uploadAborted,
  wrongDigest,
  wrongLink,
} from '../../files/index.ts'
import { operation } from '../operation.ts'
import { FileResult } from '../v1/disk/schemas.ts'

export const uploadByLink = operation({
  name: 'uploadByLink',
  area: 'Files',
  methods: ['PUT'],
  path: '/files/{token}/{name}',
  summary: 'Upload a file by a link',
  description:
    '`createUploadLinks` creates links. The body is the bytes of the file, with any content type. The file gets ' +
    'the name in the parameter `name`, or its hash without one. It becomes a temporary upload of the user who ' +
    'requested the link, and the link is used up. When `x-amz-content-sha256`, `Repr-Digest` or `Content-Digest` ' +
    'gives a SHA-256, bytes with another one are refused.',
  right: 'anyone',
  params: Type.Object({ token: Type.String(), name: Type.String() }),
  query: Type.Object({ name: Type.Optional(Type.String()) }),
  body: 'bytes',
  input: Type.String({ contentMediaType: 'application/octet-stream' }),
  result: Type.Object({ file: FileResult }),
  errors: [wrongLink, notAFile, wrongDigest, hashTaken, uploadAborted, fileTooLarge, diskFull, quotaReached],
  handle: async ({ params, query, bytes }, { files }) => ({
    file: await files.uploadLinks.receive(params.token, params.name, bytes, query.name),
  }),
})
