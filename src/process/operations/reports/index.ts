// The tables about processes that reports can read, and the reports of the platform about processes.
import { fileURLToPath } from 'node:url'

export { createProcessTables, processTableShapes } from './report-tables.store.ts'

/** The folder with the reports about processes. */
export const processReportsFolder = fileURLToPath(new URL('./built-in', import.meta.url))
