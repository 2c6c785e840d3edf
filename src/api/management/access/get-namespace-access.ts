import { namespaceNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { NamespaceParams, SaidOfAccess } from './access-schemas.ts'

export const getNamespaceAccess = operation({
  name: 'getNamespaceAccess',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/namespaces/{namespace}/access',
  summary: 'To whom a namespace is visible',
  description: '`definition` is what the solution says, `setting` what administrators say in its place.',
  right: 'administrator',
  params: NamespaceParams,
  result: SaidOfAccess,
  errors: [namespaceNotFound],
  handle: async ({ params }, { apps }) => ({ ...(await apps.access.settings.get(params)) }),
})
