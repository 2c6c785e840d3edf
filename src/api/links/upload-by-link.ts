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
    'A link is made by `createUploadLinks`. The body is the bytes, of whatever type; the file is called `name`, else ' +
    'as its hash. It is then a temporary upload of whoever asked for the link, and the link is used up. When ' +
    '`x-amz-content-sha256`, `Repr-Digest` or `Content-Digest` says a SHA-256, other bytes are refused.',
  right: 'anyone',
  params: Type.Object({ token: Type.String(), name: Type.String() }),
  query: Type.Object({ name: Type.Optional(Type.String()) }),
  body: 'bytes',
  input: Type.String({ contentMediaType: 'application/octet-stream' }),
  result: Type.Object({ file: FileResult }),
  errors: [wrongLink, notAFile, wrongDigest, hashTaken, uploadAborted, fileTooLarge, diskFull, quotaReached],
  handle: async ({ params, query, bytes }, { files }) => ({
    file: await files.putLinks.put(params.token, params.name, bytes, query.name),
  }),
})
