import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { cancelImport } from './cancel-import.ts'
import { getImport } from './get-import.ts'
import { getImportReport } from './get-import-report.ts'
import { getImportMapping, putImportMapping } from './import-mapping.ts'
import { listImports } from './list-imports.ts'
import { previewImport } from './preview-import.ts'
import { undoImport } from './undo-import.ts'

/** Operations of the management API on imports. */
export const importOperations: readonly Operation<Context>[] = [
  listImports,
  previewImport,
  getImport,
  getImportReport,
  cancelImport,
  undoImport,
  getImportMapping,
  putImportMapping,
]
