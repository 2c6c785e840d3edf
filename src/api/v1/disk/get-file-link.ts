import { Type } from 'typebox'
import { fileNotFound } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../schemas.ts'

export const getFileLink = operation({
  name: 'getFileLink',
  area: 'Files',
  methods: ['GET', 'POST'],
  path: '/pub/v1/disk/file/{id}/get-link',
  summary: 'Get a download link of a file',
  description:
    'The link needs no token and is valid for ten minutes, as long as the caller can see the file. `inline` lets a ' +
    'browser show pictures and PDF files instead of saving them. `version` is the number of an earlier version of ' +
    'the file.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    inline: Type.Optional(Type.Boolean()),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
  }),
  result: Type.Object({ Link: Type.String() }),
  errors: [fileNotFound],
  handle: async ({ params, input }, { caller, files }) => ({
    Link: await files.downloadLinks.ofFile(caller, params.id, input),
  }),
})
