import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { cancelImport } from './cancel-import.ts'
import { getImport } from './get-import.ts'
import { getImportReport } from './get-import-report.ts'
import { undoImport } from './undo-import.ts'

/** Operations of the management API on imports. */
export const importOperations: readonly Operation<Context>[] = [getImport, getImportReport, cancelImport, undoImport]
