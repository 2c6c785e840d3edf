import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { changeElements } from './change-elements.ts'
import { createElementComment } from './create-element-comment.ts'
import { elementGrants } from './element-grants.ts'
import { exportElements } from './export-elements.ts'
import { getApplicationCapabilities } from './get-application-capabilities.ts'
import { getElementCapabilities } from './get-element-capabilities.ts'
import { getElementHistory } from './get-element-history.ts'
import { listElementComments } from './list-element-comments.ts'
import { listElementReferences } from './list-element-references.ts'

/** Operations of the management API on elements. */
export const elementOperations: readonly Operation<Context>[] = [
  getApplicationCapabilities,
  getElementCapabilities,
  getElementHistory,
  listElementReferences,
  listElementComments,
  createElementComment,
  changeElements,
  exportElements,
  ...elementGrants,
]
