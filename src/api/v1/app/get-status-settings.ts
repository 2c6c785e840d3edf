import { Type } from 'typebox'
import { applicationNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams } from '../schemas.ts'

const StatusItem = Type.Object(
  { id: Type.Integer(), code: Type.String(), name: Type.String(), groupId: Type.String() },
  { additionalProperties: true },
)
const GroupItem = Type.Object({ id: Type.String(), code: Type.String(), name: Type.String() })

export const getStatusSettings = operation({
  name: 'getStatusSettings',
  area: 'Applications',
  methods: ['GET'],
  path: '/pub/v1/app/{namespace}/{code}/settings/status',
  summary: 'List the statuses and status groups of an application',
  description: 'Returns both lists at the top level of the response, as `statusItems` and `groupItems`.',
  right: 'user',
  params: ApplicationParams,
  result: Type.Object({ statusItems: Type.Array(StatusItem), groupItems: Type.Array(GroupItem) }),
  errors: [applicationNotFound],
  handle: ({ params }, { caller, apps }) => ({ ...apps.applications.statusSettings(caller, params) }),
})
