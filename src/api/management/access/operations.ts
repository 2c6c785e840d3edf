import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { explainAccess } from './explain-access.ts'
import { getApplicationAccess } from './get-application-access.ts'
import { getNamespaceAccess } from './get-namespace-access.ts'
import { putApplicationAccess } from './put-application-access.ts'
import { putNamespaceAccess } from './put-namespace-access.ts'

/** Operations of the management API on access rules. */
export const accessOperations: readonly Operation<Context>[] = [
  explainAccess,
  getNamespaceAccess,
  putNamespaceAccess,
  getApplicationAccess,
  putApplicationAccess,
]
