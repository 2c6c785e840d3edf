import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { createElement } from './create-element.ts'
import { getElement } from './get-element.ts'
import { getImportStatus } from './get-import-status.ts'
import { getStatusSettings } from './get-status-settings.ts'
import { importElements } from './import-elements.ts'
import { listApplications } from './list-applications.ts'
import { listElements } from './list-elements.ts'
import { setElementStatus } from './set-element-status.ts'
import { updateElement } from './update-element.ts'

/** Operations under `/pub/v1/app`, in the order in which `docs/operations.md` lists them. */
export const appOperations: readonly Operation<Context>[] = [
  listApplications,
  listElements,
  getElement,
  createElement,
  updateElement,
  setElementStatus,
  importElements,
  getImportStatus,
  getStatusSettings,
]
