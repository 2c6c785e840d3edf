import { fileNotAllowed, fileNotFound } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { GrantList } from '../access/grant.ts'

export const listFileGrants = operation({
  name: 'listFileGrants',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/{id}/grants',
  summary: 'List the grants of a file or directory',
  description: 'Requires the right `access` to the file or directory.',
  right: 'user',
  params: IdParams,
  result: GrantList,
  errors: [fileNotFound, fileNotAllowed],
  handle: async ({ params }, { caller, files }) => ({ grants: await files.grants.list(caller, params.id) }),
})
