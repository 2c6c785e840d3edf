// The tables about records that reports can read, and the reports of the platform about records.
import { fileURLToPath } from 'node:url'

export { createRecordTables, recordTableShapes } from './report-tables.store.ts'

/** The folder with the reports about records. */
export const recordReportsFolder = fileURLToPath(new URL('./built-in', import.meta.url))
