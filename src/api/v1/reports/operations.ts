import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { listReport } from './list-report.ts'

/** Operations under `/pub/v1/reports`. */
export const reportOperations: readonly Operation<Context>[] = [listReport]
