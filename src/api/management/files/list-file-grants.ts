import { fileNotAllowed, fileNotFound } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { GrantList } from '../access/grant.ts'

export const listFileGrants = operation({
  name: 'listFileGrants',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/{id}/grants',
  summary: 'Who was given rights to a file or directory',
  description: 'For who has the right `access` to it.',
  right: 'user',
  params: IdParams,
  result: GrantList,
  errors: [fileNotFound, fileNotAllowed],
  handle: async ({ params }, { caller, files }) => ({ grants: await files.grants.list(caller, params.id) }),
})
