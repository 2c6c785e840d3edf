import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { addSheetRespondent } from './add-sheet-respondent.ts'
import { cancelSheet } from './cancel-sheet.ts'
import { delegateSheet } from './delegate-sheet.ts'
import { endSheet } from './end-sheet.ts'
import { getSheet } from './get-sheet.ts'
import { listElementSheets } from './list-element-sheets.ts'
import { printSheet } from './print-sheet.ts'
import { removeSheetRespondent } from './remove-sheet-respondent.ts'
import { respondToSheet } from './respond-to-sheet.ts'
import { startSheet } from './start-sheet.ts'

/** Operations of the management API on sheets of approval and familiarization. */
export const sheetOperations: readonly Operation<Context>[] = [
  startSheet,
  getSheet,
  printSheet,
  respondToSheet,
  delegateSheet,
  addSheetRespondent,
  removeSheetRespondent,
  cancelSheet,
  endSheet,
  listElementSheets,
]
