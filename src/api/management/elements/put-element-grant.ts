import { applicationNotFound, applicationReadOnly, elementNotFound, elementRights } from '../../../apps/index.ts'
import { notAllowed } from '../../../http/errors.ts'
import { grantTooHigh, unknownSubject } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../../v1/schemas.ts'
import { ElementGrantParams, grantInput } from '../access/grant.ts'

export const putElementGrant = operation({
  name: 'putElementGrant',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/grants/{subject}',
  summary: 'Give somebody rights to a single element',
  description:
    '`subject` is the id of a user, a group or an item of the chart. In place of what it was given before. For who has the ' +
    'right `access` to the element; nobody gives what they do not have.',
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
