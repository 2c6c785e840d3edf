// Sheets of approval and familiarization as activities of processes.
export { createCancelSheet } from './cancel-sheet.ts'
export { continueAfterSheet } from './sheet-end.ts'
export { createSheetWork } from './sheet-work.ts'
