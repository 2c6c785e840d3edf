import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { createCategory } from './create-category.ts'
import { createDynamicSegment } from './create-dynamic-segment.ts'
import { deleteSegment } from './delete-segment.ts'
import { listCategories } from './list-categories.ts'
import { getMarketingSettings, putMarketingSettings } from './marketing-settings.ts'
import { changeSubscriber, deleteSubscriber, putSubscribers } from './subscribers.ts'

/** Operations of the management API on marketing. */
export const marketingManagementOperations: readonly Operation<Context>[] = [
  getMarketingSettings,
  putMarketingSettings,
  listCategories,
  createCategory,
  createDynamicSegment,
  deleteSegment,
  putSubscribers,
  changeSubscriber,
  deleteSubscriber,
]
