import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { changeSubscriber } from './change-subscriber.ts'
import { createCategory } from './create-category.ts'
import { createDynamicSegment } from './create-dynamic-segment.ts'
import { deleteSegment } from './delete-segment.ts'
import { deleteSubscriber } from './delete-subscriber.ts'
import { getMarketingSettings } from './get-marketing-settings.ts'
import { listCategories } from './list-categories.ts'
import { putMarketingSettings } from './put-marketing-settings.ts'
import { putSubscribers } from './put-subscribers.ts'

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
