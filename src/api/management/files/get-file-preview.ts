import { Type } from 'typebox'
import { bytesUnavailable, fileNotFound } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'

export const getFilePreview = operation({
  name: 'getFilePreview',
  cost: 'file',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/{id}/preview',
  summary: 'Get how a file can be shown',
  description: 'Returns the kind of preview that fits the content of the file, and a link to its bytes.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2 ** 31 - 1,
        description: 'Version of the file; the current one by default.',
      }),
    ),
  }),
  result: Type.Object({
    kind: Type.Enum(['pdf', 'image', 'text', 'none'], {
      description: 'How a page can show the file; none for a file that can only be saved. A text is UTF-8.',
    }),
    url: Type.String({ description: 'Link that works without a token for ten minutes.' }),
    name: Type.String(),
    size: Type.Integer({ description: 'Size in bytes.' }),
    version: Type.Integer(),
  }),
  errors: [fileNotFound, bytesUnavailable],
  handle: async ({ params, input }, { caller, files }) => ({
    ...(await files.preview(caller, params.id, input.version)),
  }),
})
