import { processNotAllowed, processNotFound, templateRights } from '../../../process/index.ts'
import { grantOperations } from '../access/grant-operations.ts'
import { ProcessParams } from './process-schemas.ts'

/** Operations on the grants of process templates. */
export const [listProcessGrants, putProcessGrant, deleteProcessGrant] = grantOperations({
  name: 'Process',
  noun: { article: 'a', text: 'process' },
  path: '/api/v1/processes/{namespace}/{code}',
  params: ProcessParams,
  rights: templateRights,
  granting: 'administer',
  errors: [processNotFound, processNotAllowed],
  grants: ({ processes }) => processes.templates.grants,
})
