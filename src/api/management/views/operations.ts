import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { changeView } from './change-view.ts'
import { createView } from './create-view.ts'
import { deleteView } from './delete-view.ts'
import { listViews } from './list-views.ts'

/** Operations of the management API on saved views. */
export const viewOperations: readonly Operation<Context>[] = [listViews, createView, changeView, deleteView]
