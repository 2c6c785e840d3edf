import { archiveInvalid, changeBlocked, consentNeeded, definitionInvalid, viewInUse } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { ApplyQuery, applyRequest } from './apply-query.ts'
import { PlanView, ZipInput } from './plan-solution.ts'
import { readZipBody } from './zip-body.ts'

export const applySolution = operation({
  name: 'applySolution',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/solutions/apply',
  summary: 'Apply a solution',
  description:
    'Makes all changes in one transaction. Changes that remove or narrow something require `allowDestructive=true`.',
  right: 'administrator',
  params: NoParams,
  body: 'bytes',
  query: ApplyQuery,
  input: ZipInput,
  result: PlanView,
  errors: [definitionInvalid, archiveInvalid, consentNeeded, changeBlocked, viewInUse],
  handle: async ({ bytes, query }, { caller, apps }) => {
    return { ...(await apps.solutions.apply(caller, await readZipBody(bytes), applyRequest(query))) }
  },
})
