import { applicationNotFound, applicationReadOnly, elementNotFound, elementRights } from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { grantTooHigh, unknownSubject } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../../v1/schemas.ts'
import { ElementGrantParams, grantInput } from '../access/grant.ts'

export const putElementGrant = operation({
  name: 'putElementGrant',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/grants/{subject}',
  summary: 'Grant rights to an element',
  description:
    'Replaces the earlier grant of the subject. Requires the right `access` to the element, and callers can only ' +
    'grant rights that they have themselves. `subject` is the id of a user, a group or an item of the organisation ' +
    'chart.',
  right: 'user',
  params: ElementGrantParams,
  input: grantInput(elementRights),
  result: Nothing,
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, notAllowed, grantTooHigh, unknownSubject],
  handle: async ({ params: { subject, ...address }, input }, { caller, apps }) => {
    await apps.access.grants.put(caller, address, subject, input)
    return {}
  },
})
