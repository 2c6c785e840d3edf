// Sheets of approval and familiarization: rounds in which people answer about a version of a document.
export { actingFor } from './acting.ts'
export type { AnswerInput } from './actions/respond.ts'
export type { StartInput } from './actions/start-sheet.ts'
export * from './errors.ts'
export { sheetTaskRows } from './read/sheet-task-source.ts'

export {
  type Answer,
  answers,
  overdueAnswers,
  respondentStates,
  sheetStates,
  sheetTypes,
  stageModes,
} from './route/route.ts'
export type { RespondentRow } from './rows/respondent-rows.store.ts'
export { sheetEventKinds } from './rows/sheet-events.store.ts'
export type { SheetRow } from './rows/sheet-rows.store.ts'
export type { OnSheetEnd } from './sheet-deps.ts'
export { createSheets, type Sheets } from './sheets.ts'
