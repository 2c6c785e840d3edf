import { fileNotAllowed, fileNotFound, fileRights } from '../../../files/index.ts'
import { IdParams } from '../../v1/schemas.ts'
import { grantOperations } from '../access/grant-operations.ts'

export const fileGrants = grantOperations({
  name: 'File',
  noun: { article: 'a', text: 'file or directory' },
  path: '/api/v1/files/{id}',
  params: IdParams,
  rights: fileRights.grantable,
  note: 'A grant to a directory covers everything below it.',
  errors: [fileNotFound, fileNotAllowed],
  grants: ({ files }) => files.access.grants,
})
