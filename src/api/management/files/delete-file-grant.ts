import { fileNotAllowed, fileNotFound } from '../../../files/index.ts'
import { grantNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../../v1/schemas.ts'
import { FileGrantParams } from '../access/grant.ts'

export const deleteFileGrant = operation({
  name: 'deleteFileGrant',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/files/{id}/grants/{subject}',
  summary: 'Revoke a grant of a file or directory',
  description: 'Requires the right `access` to the file or directory.',
  right: 'user',
  params: FileGrantParams,
  result: Nothing,
  errors: [fileNotFound, fileNotAllowed, grantNotFound],
  handle: async ({ params: { id, subject } }, { caller, files }) => {
    await files.grants.remove(caller, id, subject)
    return {}
  },
})
