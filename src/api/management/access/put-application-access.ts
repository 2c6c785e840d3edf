import { AccessSetting, accessInvalid } from '../../../access/index.ts'
import { applicationNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams, Nothing } from '../../v1/schemas.ts'

export const putApplicationAccess = operation({
  name: 'putApplicationAccess',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/applications/{namespace}/{code}/access',
  summary: 'Set additional access rules of an application',
  description:
    'The rules are added to those of the solution; they restrict the application also when the solution has none. ' +
    '`visibleTo` replaces the visibility that the solution defines. The whole setting is replaced, and `{}` ' +
    'removes it. The setting stays when the solution is applied again, and takes effect on every node within a ' +
    'second.',
  right: 'administrator',
  params: ApplicationParams,
  input: AccessSetting,
  result: Nothing,
  errors: [applicationNotFound, accessInvalid],
  handle: async ({ params, input }, { caller, apps }) => {
    await apps.access.settings.put(caller, params, input)
    return {}
  },
})
