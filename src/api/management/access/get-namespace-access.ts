import { namespaceNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { AccessView, NamespaceParams } from './access-schemas.ts'

export const getNamespaceAccess = operation({
  name: 'getNamespaceAccess',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/namespaces/{namespace}/access',
  summary: 'Get the visibility of a namespace',
  description:
    '`definition` is the visibility in the files of the solution. `setting` is the visibility that administrators ' +
    'have set in its place.',
  right: 'administrator',
  params: NamespaceParams,
  result: AccessView,
  errors: [namespaceNotFound],
  handle: async ({ params }, { apps }) => ({ ...(await apps.access.settings.get(params)) }),
})
