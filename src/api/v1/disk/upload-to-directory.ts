import { Type } from 'typebox'
import { directoryNotFound, fileNotAllowed, persistErrors, uploadErrors } from '../../../files/index.ts'
import { wrongInput } from '../../../foundation/http/errors.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { operation } from '../../operation.ts'
import { IdParams, Uuid } from '../schemas.ts'
import { FileResult } from './schemas.ts'

export const uploadToDirectory = operation({
  name: 'uploadToDirectory',
  area: 'Files',
  methods: ['POST'],
  path: '/pub/v1/disk/directory/{id}/upload',
  summary: 'Upload a file, or a part of one, to a directory',
  description:
    'Takes the same bodies as an upload to temporary storage, but the complete file is permanent. `hash` is only ' +
    'needed for an upload in parts. A file whose name is taken gets a number: `report (1).pdf`. An Idempotency-Key ' +
    'is used only for whole files without `hash`; repeating an upload with the same `hash` returns the same file.',
  right: 'user',
  params: IdParams,
  body: 'bytes',
  query: Type.Object({ hash: Type.Optional(Uuid) }),
  result: Type.Object({ file: Type.Optional(FileResult) }),
  otherAnswers: { 206: { description: 'The part is stored, and the file is not complete yet.' } },
  errors: [directoryNotFound, fileNotAllowed, ...uploadErrors, ...persistErrors],
  idempotent: {
    // An upload with a hash is idempotent by its hash: repeating it returns the same file.
    when: ({ query, bytes }) => query.hash === undefined && bytes.header('content-range') === undefined,
    content: ({ bytes }, { files }) => files.hashIncoming(bytes),
    again: async (_request, id, { caller, files }) => ({ file: await files.get(caller, id) }),
  },
  handle: async ({ params, query: { hash }, bytes, reply }, { caller, files }) => {
    const contentRange = bytes.header('content-range')
    if (hash === undefined ? contentRange !== undefined : !isUuid(hash))
      throw wrongInput('the parameter "hash" must be a UUID that you choose', { field: 'hash' })
    const file = await files.uploadTo(caller, params.id, { bytes, contentRange, ...(hash && { hash }) })
    if (file === undefined) {
      reply.status(206)
      return {}
    }
    return { file }
  },
})
