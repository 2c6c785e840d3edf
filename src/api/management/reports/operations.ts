import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { exportReport } from './export-report.ts'
import { getReport } from './get-report.ts'
import { listReports } from './list-reports.ts'

/** Operations of the management API on reports. */
export const reportManagementOperations: readonly Operation<Context>[] = [listReports, getReport, exportReport]
