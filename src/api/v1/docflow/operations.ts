import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { listSheets } from './list-sheets.ts'

/** Operations of the public API on sheets of approval and familiarization. */
export const docflowOperations: readonly Operation<Context>[] = [listSheets]
