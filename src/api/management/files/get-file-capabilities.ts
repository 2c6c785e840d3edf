import { Type } from 'typebox'
import { fileNotFound, fileRights } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'

export const getFileCapabilities = operation({
  name: 'getFileCapabilities',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/{id}/capabilities',
  summary: 'Get what the caller may do with a file or directory',
  description: 'Returns for each action whether the caller may perform it on the file or directory.',
  right: 'user',
  params: IdParams,
  result: Type.Object({
    rights: Type.Array(Type.Enum([...fileRights.all]), {
      description:
        'Rights of the caller to the file or directory. `renew` is the right to add a version to a file: `edit` includes ' +
        'it, and an element that names the file can give it.',
    }),
  }),
  errors: [fileNotFound],
  handle: async ({ params }, { caller, files }) => ({
    rights: await files.access.rights(caller, params, fileRights.all),
  }),
})
