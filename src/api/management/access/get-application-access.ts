import { applicationNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams } from '../../v1/schemas.ts'
import { SaidOfAccess } from './access-schemas.ts'

export const getApplicationAccess = operation({
  name: 'getApplicationAccess',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/applications/{namespace}/{code}/access',
  summary: 'The access rules of an application',
  description: '`definition` is what the solution says, `setting` what administrators say beside it.',
  right: 'administrator',
  params: ApplicationParams,
  result: SaidOfAccess,
  errors: [applicationNotFound],
  handle: async ({ params }, { apps }) => ({ ...(await apps.access.settings.get(params)) }),
})
