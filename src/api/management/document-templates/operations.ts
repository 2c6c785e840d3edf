import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { generateDocument } from './generate-document.ts'
import { getTemplateFile } from './get-template-file.ts'
import { previewDocument } from './preview-document.ts'

/** Operations of the management API on document templates. */
export const documentTemplateOperations: readonly Operation<Context>[] = [
  generateDocument,
  previewDocument,
  getTemplateFile,
]
