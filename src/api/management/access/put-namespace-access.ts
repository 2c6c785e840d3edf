import { AccessSetting, accessInvalid } from '../../../access/index.ts'
import { namespaceNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../../v1/schemas.ts'
import { NamespaceParams } from './access-schemas.ts'

export const putNamespaceAccess = operation({
  name: 'putNamespaceAccess',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/namespaces/{namespace}/access',
  summary: 'Set the visibility of a namespace',
  description:
    '`visibleTo` replaces the visibility that the solution defines; `{}` removes the setting. The setting stays ' +
    'when the solution is applied again.',
  right: 'administrator',
  params: NamespaceParams,
  input: AccessSetting,
  result: Nothing,
  errors: [namespaceNotFound, accessInvalid],
  handle: async ({ params, input }, { caller, apps }) => {
    await apps.access.settings.put(caller, params, input)
    return {}
  },
})
