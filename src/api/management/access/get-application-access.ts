import { applicationNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams } from '../../v1/schemas.ts'
import { AccessView } from './access-schemas.ts'

export const getApplicationAccess = operation({
  name: 'getApplicationAccess',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/applications/{namespace}/{code}/access',
  summary: 'Get the access rules of an application',
  description:
    '`definition` has the rules in the files of the solution. `setting` has the rules that administrators have ' +
    'added.',
  right: 'administrator',
  params: ApplicationParams,
  result: AccessView,
  errors: [applicationNotFound],
  handle: async ({ params }, { apps }) => ({ ...(await apps.access.settings.get(params)) }),
})
