import { Type } from 'typebox'
import { archiveInvalid, changeBlocked, consentNeeded, definitionInvalid, viewInUse } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { PlanView, ZipInput } from './plan-solution.ts'
import { readZipBody } from './zip-body.ts'

export const applySolution = operation({
  name: 'applySolution',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/solutions/apply',
  summary: 'Apply a solution',
  description:
    'Makes all changes in one transaction. Changes that remove or narrow something require `allowDestructive=true`.',
  right: 'administrator',
  params: NoParams,
  body: 'bytes',
  query: Type.Object({ allowDestructive: Type.Optional(Type.Boolean()) }),
  input: ZipInput,
  result: PlanView,
  errors: [definitionInvalid, archiveInvalid, consentNeeded, changeBlocked, viewInUse],
  handle: async ({ bytes, query }, { caller, apps }) => {
    const consent = query.allowdestructive === 'true'
    return { ...(await apps.solutions.apply(caller, await readZipBody(bytes), consent)) }
  },
})
