import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { createOrgItem } from './create-org-item.ts'
import { deleteOrgItem } from './delete-org-item.ts'
import { listOrgItems } from './list-org-items.ts'
import { updateOrgItem } from './update-org-item.ts'

/** Operations of the management API on items of the organisation chart. */
export const orgItemOperations: readonly Operation<Context>[] = [
  listOrgItems,
  createOrgItem,
  updateOrgItem,
  deleteOrgItem,
]
