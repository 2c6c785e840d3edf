import { AccessSetting, accessInvalid, applicationNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams, Nothing } from '../../v1/schemas.ts'

export const putApplicationAccess = operation({
  name: 'putApplicationAccess',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/applications/{namespace}/{code}/access',
  summary: 'Set access rules of an application beside its definition',
  description:
    'Rules are added to those of the solution, and restrict the application when it says none; `visibleTo` stands in ' +
    'place of the solution’s. The whole setting is replaced, `{}` takes it back; it stays when the solution is applied ' +
    'anew. It holds on every node within a second.',
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
