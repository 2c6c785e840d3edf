import { fileNotAllowed, fileNotFound } from '../../files/index.ts'
import { operation } from '../operation.ts'
import { FileParams, GrantList } from './grant.ts'

export const listFileGrants = operation({
  name: 'listFileGrants',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/{id}/grants',
  summary: 'Who was given rights to a file or directory',
  description: 'For who has the right `access` to it.',
  right: 'user',
  params: FileParams,
  result: GrantList,
  errors: [fileNotFound, fileNotAllowed],
  handle: async ({ params }, { caller, files }) => ({ grants: await files.grants.list(caller, params.id) }),
})
