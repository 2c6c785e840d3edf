import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { deleteElementGrant } from './delete-element-grant.ts'
import { getElementHistory } from './get-element-history.ts'
import { listElementGrants } from './list-element-grants.ts'
import { putElementGrant } from './put-element-grant.ts'

/** Operations of the management API on elements. */
export const elementOperations: readonly Operation<Context>[] = [
  getElementHistory,
  listElementGrants,
  putElementGrant,
  deleteElementGrant,
]
