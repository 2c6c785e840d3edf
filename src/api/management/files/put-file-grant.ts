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
  summary: 'Grant rights to a file or directory',
  description:
    'A grant to a directory covers everything below it. Replaces the earlier grant of the subject. Requires the ' +
    'right `access`, and callers can only grant rights that they have themselves. `subject` is the id of a user, a ' +
    'group or an item of the organisation chart.',
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
