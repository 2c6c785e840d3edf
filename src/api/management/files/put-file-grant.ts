import { fileNotAllowed, fileNotFound, fileRights } from '../../../files/index.ts'
import { grantTooHigh, unknownSubject } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../../v1/schemas.ts'
import { FileGrantParams, grantInput } from '../access/grant.ts'

export const putFileGrant = operation({
  name: 'putFileGrant',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/files/{id}/grants/{subject}',
  summary: 'Give somebody rights to a file, or to a directory and all below it',
  description:
    '`subject` is the id of a user, a group or an item of the chart. In place of what it was given before. For who has ' +
    'the right `access`; nobody gives what they do not have.',
  right: 'user',
  params: FileGrantParams,
  input: grantInput(fileRights),
  result: Nothing,
  errors: [fileNotFound, fileNotAllowed, grantTooHigh, unknownSubject],
  handle: async ({ params: { id, subject }, input }, { caller, files }) => {
    await files.grants.put(caller, id, subject, input)
    return {}
  },
})
